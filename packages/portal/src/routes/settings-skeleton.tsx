import * as m from '@kerf/locales/messages'
import { FieldSkeleton } from '../features/profile/field-skeleton.tsx'
import { Card } from '../ui/Card.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './settings-skeleton.module.css'

/** The settings' true shape while they are on their way. */
export function SettingsSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">{m.profile_loading()}</VisuallyHidden>
      <Card title={m.avatar_title()}>
        <div className={styles.picture}>
          <Skeleton shape="circle" />
          <Skeleton shape="control" width="half" />
        </div>
      </Card>
      <Card title={m.you_title()} description={m.you_text()}>
        <FieldSkeleton />
        <FieldSkeleton tall />
      </Card>
      <Card title={m.personal_title()} description={m.personal_text()}>
        <div className={styles.pair}>
          <FieldSkeleton />
          <FieldSkeleton />
        </div>
      </Card>
      <Card title={m.place_title()} description={m.place_text()}>
        <FieldSkeleton />
      </Card>
    </>
  )
}

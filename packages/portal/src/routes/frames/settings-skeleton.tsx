import * as m from '@kerf/locales/messages'
import { AvatarText } from '../../features/avatar/avatar-text.tsx'
import { AccountDataNote } from '../../features/profile/account-data-note.tsx'
import { CompanyIdentity } from '../../features/profile/company-identity.tsx'
import { FieldSkeleton } from '../../features/profile/field-skeleton.tsx'
import personal from '../../features/profile/personal-card.module.css'
import { useLanguage } from '../../lib/page/language.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { Card } from '../../ui/card/card.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import styles from './settings-skeleton.module.css'

/** Skeleton with the layout of the settings, shown while they load. */
export function SettingsSkeleton({ isBusiness = false }: { isBusiness?: boolean }) {
  const brand = getPageContext().data.brand.name[useLanguage()]
  return (
    <>
      <VisuallyHidden role="status">{m.profile_loading()}</VisuallyHidden>
      {isBusiness && <CompanyIdentity info={undefined} />}
      <Card
        title={isBusiness ? m.avatar_title_business() : m.avatar_title()}
        description={<AvatarText brand={brand} />}
        picture={
          <div className={styles.picture}>
            <Skeleton shape="circle" />
          </div>
        }
        action={
          <div className={styles.choose}>
            <Skeleton shape="control" />
          </div>
        }
      />
      {isBusiness ? <CompanySkeletons /> : <PersonSkeletons />}
    </>
  )
}

const CompanySkeletons = () => (
  <Card title={m.place_title()}>
    <div data-beside-title="">
      <div className={personal.pair} data-wide="">
        <FieldSkeleton />
      </div>
    </div>
  </Card>
)

const PersonSkeletons = () => (
  <>
    <Card title={m.you_title()} description={m.you_text()}>
      <FieldSkeleton hasHint />
      <FieldSkeleton tall hasHint />
    </Card>
    <Card title={m.personal_title()} description={m.personal_text()}>
      <div className={personal.pair}>
        <FieldSkeleton />
        <FieldSkeleton />
        <FieldSkeleton />
      </div>
    </Card>
    <AccountDataNote />
  </>
)

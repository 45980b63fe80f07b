import * as m from '@kerf/locales/messages'
import { Card } from '../ui/Card.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { ProfileFrame } from './profile-frame.tsx'

/** The profile's true shape while it is asked who is there. */
export function ProfilePending() {
  return (
    <ProfileFrame title={m.profile_title()}>
      <VisuallyHidden role="status">{m.profile_loading()}</VisuallyHidden>
      <Card title={m.profile_account()}>
        <Skeleton shape="circle" />
        <Skeleton shape="control" />
        <Skeleton shape="control" />
      </Card>
      <Card title={m.profile_display()} description={m.profile_display_text()}>
        <Skeleton shape="control" width="half" />
      </Card>
    </ProfileFrame>
  )
}

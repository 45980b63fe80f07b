import * as m from '@kerf/locales/messages'
import { MessageCenterSkeleton } from '../features/messages/message-center-skeleton.tsx'
import { TrainingSkeleton } from '../features/training/course-skeleton.tsx'
import { useLanguage } from '../lib/language.ts'
import { getPageContext } from '../lib/page-context.ts'
import { Card } from '../ui/card/card.tsx'
import { Skeleton } from '../ui/skeleton/skeleton.tsx'
import { VisuallyHidden } from '../ui/visually-hidden/visually-hidden.tsx'
import { HomeSkeleton } from './home-skeleton.tsx'
import { ProfileFrame } from './profile-frame.tsx'
import { SettingsSkeleton } from './settings-skeleton.tsx'

/** Shell and skeleton of the requested page, shown while the session is loading. */
export function ProfileSkeleton() {
  const brand = getPageContext().data.brand.name[useLanguage()]
  const path = location.pathname
  if (path.includes('/profile-business')) {
    return (
      <ProfileFrame base="profile-business" current="settings" title={m.profile_title()}>
        <CardSkeletons />
      </ProfileFrame>
    )
  }
  if (path.endsWith('/message')) {
    return (
      <ProfileFrame base="profile" current={undefined} title={m.messages_title()}>
        <MessageCenterSkeleton />
      </ProfileFrame>
    )
  }
  if (path.endsWith('/security')) {
    return (
      <ProfileFrame base="profile" current="security" title={m.security_title()}>
        <CardSkeletons />
      </ProfileFrame>
    )
  }
  if (path.endsWith('/exchange')) {
    return (
      <ProfileFrame base="profile" current="exchange" title={m.exchange_title()} lead={m.exchange_lead()}>
        <CardSkeletons />
      </ProfileFrame>
    )
  }
  if (path.endsWith('/training')) {
    return (
      <ProfileFrame base="profile" current="training" title={m.training_title()} lead={m.training_lead()}>
        <TrainingSkeleton />
      </ProfileFrame>
    )
  }
  return (
    <ProfileFrame
      base="profile"
      current="settings"
      title={m.profile_title()}
      lead={path.endsWith('/settings') ? m.settings_lead({ brand }) : m.home_lead()}
    >
      <VisuallyHidden role="status">{m.profile_loading()}</VisuallyHidden>
      {!path.endsWith('/settings') && <HomeSkeleton />}
      <SettingsSkeleton />
    </ProfileFrame>
  )
}

const CardSkeletons = () =>
  ['half', 'third', 'full'].map(width => (
    <Card key={width}>
      <Skeleton shape="title" width="third" />
      <Skeleton />
      <Skeleton width="half" />
    </Card>
  ))

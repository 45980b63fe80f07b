import type { AccountPage } from '@kerf/contract/portal-routes'
import * as m from '@kerf/locales/messages'
import type { AccountBase, MenuKey } from '../../features/account-menu/menu-items.ts'
import { PersonHeader } from '../../features/home/person-header.tsx'
import { MessageCenterSkeleton } from '../../features/messages/message-center-skeleton.tsx'
import { TrainingSkeleton } from '../../features/training/course-skeleton.tsx'
import { getLanguage, useLanguage } from '../../lib/page/language.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { BackLink } from '../../ui/app-link/back-link.tsx'
import { CardSkeletons } from '../../ui/skeleton/card-skeletons.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { AccountFrame, type AccountFrameContent } from './account-frame.tsx'
import { BUSINESS_CARDS, HomeSkeleton, PERSONAL_CARDS } from './home-skeleton.tsx'
import { companySections, homeSections, profileSections, securitySections } from './page-sections.ts'
import { ProfileFrame } from './profile-frame.tsx'
import { SettingsSkeleton } from './settings-skeleton.tsx'

interface SkeletonPage extends AccountFrameContent {
  readonly base: AccountBase
  readonly current: MenuKey | undefined
}

function skeletonOf(page: string): SkeletonPage {
  const cards = { base: 'profile', children: <CardSkeletons /> } as const
  if (/\/machines(?:\/|$)/.test(page)) {
    const base = page.startsWith('profile-business') ? 'profile-business' : 'profile'
    return { ...cards, base, current: 'machines', title: m.machines_title(), lead: m.machines_lead() }
  }
  if (page.endsWith('profile-business/company'))
    return {
      base: 'profile-business',
      current: 'settings',
      title: m.business_details(),
      lead: m.settings_lead({ brand: getPageContext().data.brand.name[getLanguage()] }),
      back: <BackLink to="profile-business/settings">{m.profile_title()}</BackLink>,
      sections: companySections(),
      children: <SettingsSkeleton isBusiness />,
    }
  if (/^profile(-business)?\/security/.test(page)) {
    const base = page.startsWith('profile-business') ? 'profile-business' : 'profile'
    return { ...cards, base, current: 'security', title: m.security_title(), sections: securitySections() }
  }
  if (page.startsWith('profile-business'))
    return {
      ...cards,
      base: 'profile-business',
      current: 'settings',
      title: m.profile_title(),
      header: <PersonHeader person={undefined} />,
      sections: homeSections('profile-business'),
      children: <HomeSkeleton cards={BUSINESS_CARDS} />,
    }
  if (page.endsWith('/exchange')) return { ...cards, current: 'exchange', title: m.exchange_title() }
  if (page.endsWith('/training')) {
    const children = <TrainingSkeleton />
    return { ...cards, current: 'training', title: m.training_title(), lead: m.training_lead(), children }
  }
  if (page === 'message')
    return { ...cards, current: undefined, title: m.messages_title(), children: <MessageCenterSkeleton /> }
  const isHome = !page.endsWith('/settings')
  const brand = getPageContext().data.brand.name[getLanguage()]
  if (isHome)
    return {
      base: 'profile',
      current: 'settings',
      title: m.profile_title(),
      header: <PersonHeader person={undefined} />,
      sections: homeSections('profile'),
      children: <HomeSkeleton cards={PERSONAL_CARDS} />,
    }
  return {
    base: 'profile',
    current: 'settings',
    title: m.home_settings(),
    lead: m.settings_lead({ brand }),
    sections: profileSections(),
    back: <BackLink to="profile">{m.profile_title()}</BackLink>,
    children: <SettingsSkeleton />,
  }
}

/** Shell and skeleton of the requested page, shown while the session is loading. */
export function ProfileSkeleton() {
  useLanguage()
  return <ProfileFrame {...skeletonOf(location.pathname.replace(/^\/\w+\//, ''))} />
}

/** Prerendered part of it, shown while the scripts load. The menu depends on the browser and is left out. */
export function PrerenderedSkeleton({ page }: { page: AccountPage }) {
  const { base, current, ...content } = skeletonOf(page)
  return <AccountFrame {...content} aside={<Skeleton shape="circle" />} />
}

import * as m from '@kerf/locales/messages'
import { AvatarCard } from '../features/avatar/avatar-card.tsx'
import { PersonHeader } from '../features/home/person-header.tsx'
import { AboutCard } from '../features/profile/about-card.tsx'
import { AccountDataNote } from '../features/profile/account-data-note.tsx'
import { PersonalCard } from '../features/profile/personal-card.tsx'
import { placesQuery } from '../features/profile/place/use-places.ts'
import { ProfileCard } from '../features/profile/profile-card.tsx'
import { useLanguage } from '../lib/page/language.ts'
import { getPageContext } from '../lib/page/page-context.ts'
import { queryClient } from '../lib/query/query-client.ts'
import { useLocation } from '../lib/router/router-view.tsx'
import type { FullInfo } from '../lib/session/account.ts'
import { patchAccount, useAccount } from '../lib/session/current-account.ts'
import { BackLink } from '../ui/app-link/back-link.tsx'
import { HomeSkeleton, PERSONAL_CARDS } from './frames/home-skeleton.tsx'
import { homeSections, profileSections } from './frames/page-sections.ts'
import { ProfileFrame } from './frames/profile-frame.tsx'
import { SettingsSkeleton } from './frames/settings-skeleton.tsx'
import { useFieldOfAddress } from './frames/use-field-of-address.ts'
import { AccountHome, prefetchHome } from './home/account-home.tsx'

/** The account home, with what the profile says. `/profile/settings` has the forms that change it: one card per topic, each saved separately. */
export function ProfilePage() {
  const brand = getPageContext().data.brand.name[useLanguage()]
  const info = useAccount()
  const isHome = !useLocation().pathname.endsWith('/settings')
  if (isHome)
    return (
      <ProfileFrame
        base="profile"
        current="settings"
        title={m.profile_title()}
        header={<PersonHeader person={info && personOf(info)} />}
        sections={homeSections('profile')}
      >
        {info ? <AccountHome key={info.uid} info={info} /> : <HomeSkeleton cards={PERSONAL_CARDS} />}
        <ProfileCard info={info} />
      </ProfileFrame>
    )
  return (
    <ProfileFrame
      back={<BackLink to="profile">{m.profile_title()}</BackLink>}
      base="profile"
      current="settings"
      title={m.home_settings()}
      lead={m.settings_lead({ brand })}
      sections={profileSections()}
    >
      {/* The key discards unsaved edits if another account signs in. */}
      {info ? <Cards key={info.uid} info={info} brand={brand} /> : <SettingsSkeleton />}
    </ProfileFrame>
  )
}

const personOf = (info: FullInfo) => ({
  // Without a name, the title is the part of the address before the @; the whole address follows below.
  name: info.nickname || (info.email.split('@')[0] ?? info.email),
  picture: info.headpic,
  detail: info.email,
  memberSince: info.memberSince,
})

function Cards({ info, brand }: { info: FullInfo; brand: string }) {
  useFieldOfAddress()
  return (
    <>
      <AvatarCard
        title={m.avatar_title()}
        headpic={info.headpic}
        name={info.nickname || info.email}
        brand={brand}
        onChanged={headpic => patchAccount({ headpic })}
      />
      <AboutCard info={info} />
      <PersonalCard info={info} />
      <AccountDataNote />
    </>
  )
}

export function loader() {
  void queryClient.prefetchQuery(placesQuery(''))
  if (!location.pathname.endsWith('/settings')) prefetchHome()
}

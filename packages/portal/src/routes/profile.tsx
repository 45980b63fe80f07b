import * as m from '@kerf/locales/messages'
import { AvatarCard } from '../features/avatar/avatar-card.tsx'
import { AboutCard } from '../features/profile/about-card.tsx'
import { AccountCard } from '../features/profile/account-card.tsx'
import { PersonalCard } from '../features/profile/personal-card.tsx'
import { PlaceCard } from '../features/profile/place-card.tsx'
import { placesQuery } from '../features/profile/use-places.ts'
import type { FullInfo } from '../lib/account.ts'
import { patchAccount, useAccount } from '../lib/current-account.ts'
import { useLanguage } from '../lib/language.ts'
import { getPageContext } from '../lib/page-context.ts'
import { queryClient } from '../lib/query-client.ts'
import { ProfileFrame } from './profile-frame.tsx'
import { SettingsSkeleton } from './settings-skeleton.tsx'

/** Settings of the account: one card per topic, each saved separately. */
export function ProfilePage() {
  const brand = getPageContext().data.brand.name[useLanguage()]
  const info = useAccount()
  return (
    <ProfileFrame
      base="profile"
      current="settings"
      title={m.profile_title()}
      lead={m.settings_lead({ brand })}
    >
      {/* The key discards unsaved edits if another account signs in. */}
      {info ? <Cards key={info.uid} info={info} brand={brand} /> : <SettingsSkeleton />}
    </ProfileFrame>
  )
}

function Cards({ info, brand }: { info: FullInfo; brand: string }) {
  return (
    <>
      <AvatarCard
        headpic={info.headpic}
        name={info.nickname || info.email}
        brand={brand}
        onChanged={headpic => patchAccount({ headpic })}
      />
      <AboutCard info={info} />
      <PersonalCard info={info} />
      <PlaceCard info={info} />
      <AccountCard info={info} />
    </>
  )
}

export const loader = () => void queryClient.prefetchQuery(placesQuery(''))

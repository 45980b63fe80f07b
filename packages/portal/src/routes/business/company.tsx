import * as m from '@kerf/locales/messages'
import { AvatarCard } from '../../features/avatar/avatar-card.tsx'
import { CompanyIdentity } from '../../features/profile/company-identity.tsx'
import { placesQuery } from '../../features/profile/place/use-places.ts'
import { PlaceCard } from '../../features/profile/place-card.tsx'
import { useLanguage } from '../../lib/page/language.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { queryClient } from '../../lib/query/query-client.ts'
import type { FullInfo } from '../../lib/session/account.ts'
import { patchAccount, useAccount } from '../../lib/session/current-account.ts'
import { BackLink } from '../../ui/app-link/back-link.tsx'
import { companySections } from '../frames/page-sections.ts'
import { ProfileFrame } from '../frames/profile-frame.tsx'
import { SettingsSkeleton } from '../frames/settings-skeleton.tsx'
import { useFieldOfAddress } from '../frames/use-field-of-address.ts'
import { BehindPasswordAlert } from './business-page.tsx'

/** The forms of an enterprise account. Its ID, name and address are changed by customer service only. */
export function CompanyPage() {
  const brand = getPageContext().data.brand.name[useLanguage()]
  const info = useAccount()
  return (
    <ProfileFrame
      back={<BackLink to="profile-business/settings">{m.profile_title()}</BackLink>}
      base="profile-business"
      current="settings"
      title={m.business_details()}
      lead={m.settings_lead({ brand })}
      sections={info?.defaultPassword ? [] : companySections()}
    >
      {info ? (
        <BehindPasswordAlert key={info.uid} info={info}>
          <Cards info={info} brand={brand} />
        </BehindPasswordAlert>
      ) : (
        <SettingsSkeleton isBusiness />
      )}
    </ProfileFrame>
  )
}

function Cards({ info, brand }: { info: FullInfo; brand: string }) {
  useFieldOfAddress()
  return (
    <>
      <CompanyIdentity info={info} />
      <AvatarCard
        title={m.avatar_title_business()}
        headpic={info.headpic}
        name={info.userName || info.email}
        brand={brand}
        onChanged={headpic => patchAccount({ headpic })}
      />
      <PlaceCard info={info} />
    </>
  )
}

export const loader = () => void queryClient.prefetchQuery(placesQuery(''))

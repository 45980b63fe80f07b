import * as m from '@kerf/locales/messages'
import type { FullInfo } from '../../lib/session/account.ts'
import { portalHref } from '../../lib/url/links.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Card } from '../../ui/card/card.tsx'
import { DescriptionList } from '../../ui/description-list/description-list.tsx'
import { ProfileRow } from './profile-rows.tsx'

type Known = Pick<FullInfo, 'country' | 'headpic'>

/** What the company has not filled in yet, and the way to all of its details. */
export function CompanyCard({ info }: { info: Known }) {
  const href = portalHref('profile-business/company')
  const missing = [
    { name: m.avatar_title_business(), value: info.headpic, address: href },
    { name: m.place_country(), value: info.country, address: `${href}#country` },
  ].filter(({ value }) => !value)
  return (
    <Card
      id="profile"
      title={m.business_details()}
      action={
        <ButtonLink variant="secondary" size="small" href={href}>
          {m.business_details_all()}
        </ButtonLink>
      }
    >
      {missing.length > 0 && (
        <DescriptionList>
          {missing.map(({ name, address }) => (
            <ProfileRow key={name} name={name} value="" href={address} />
          ))}
        </DescriptionList>
      )}
    </Card>
  )
}

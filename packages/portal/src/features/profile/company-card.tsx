import * as m from '@kerf/locales/messages'
import type { FullInfo } from '../../lib/session/account.ts'
import { portalHref } from '../../lib/url/links.ts'
import { Card } from '../../ui/card/card.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/description-list/description-list.tsx'
import { ProfileRow, useCountryName } from './profile-rows.tsx'

type Known = Pick<FullInfo, 'enterpriseUser' | 'userName' | 'email' | 'country' | 'headpic'>

/** What is known about the company, a row for each part, with a link to those that it can change. */
export function CompanyCard({ info }: { info: Known }) {
  const href = portalHref('profile-business/company')
  const country = useCountryName(info)
  const fixed = [
    [m.profile_account_id(), info.enterpriseUser?.uid ?? ''],
    [m.profile_user_name(), info.userName],
    [m.profile_email(), info.email],
  ] as const
  return (
    <Card id="profile" title={m.business_details()}>
      <DescriptionList>
        {fixed.map(([name, value]) => (
          <DescriptionItem key={name} name={name}>
            {value || m.profile_none()}
          </DescriptionItem>
        ))}
        <ProfileRow
          name={m.avatar_title_business()}
          value={info.headpic && m.home_check_password_set()}
          href={href}
        />
        <ProfileRow name={m.place_country()} value={country} href={`${href}#country`} />
      </DescriptionList>
    </Card>
  )
}

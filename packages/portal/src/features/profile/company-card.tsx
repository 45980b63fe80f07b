import * as m from '@kerf/locales/messages'
import type { FullInfo } from '../../lib/session/account.ts'
import { portalHref } from '../../lib/url/links.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Card } from '../../ui/card/card.tsx'

type Known = Pick<FullInfo, 'country' | 'headpic'>

/** What the company has not filled in yet, and the way to all of its details. */
export function CompanyCard({ info }: { info: Known }) {
  const missing = [!info.headpic && m.avatar_title_business(), !info.country && m.place_country()].filter(
    Boolean,
  )
  return (
    <Card
      id="profile"
      title={m.business_details()}
      description={
        missing.length > 0 && m.business_details_missing({ names: missing.join(m.settings_list_join()) })
      }
      action={
        <ButtonLink variant="secondary" size="small" href={portalHref('profile-business/company')}>
          {m.business_details_all()}
        </ButtonLink>
      }
    />
  )
}

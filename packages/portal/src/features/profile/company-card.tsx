import * as m from '@kerf/locales/messages'
import type { ReactNode } from 'react'
import type { FullInfo } from '../../lib/session/account.ts'
import { insertElements } from '../../lib/text/rich-text.tsx'
import { portalHref } from '../../lib/url/links.ts'
import { PortalLink } from '../../ui/app-link/portal-link.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Card, CardTitle } from '../../ui/card/card.tsx'
import { IdentityIcon } from '../../ui/icon/fact-icons.tsx'

type Known = Pick<FullInfo, 'country' | 'headpic'>

const FieldLink = ({ field, children }: { field: string; children: string }) => (
  <PortalLink href={`${portalHref('profile-business/company')}#${field}`}>{children}</PortalLink>
)

/** A sentence about what the company has not filled in yet, with links to the fields. Undefined where all is there. */
function describeMissingDetails({ country, headpic }: Known): ReactNode {
  if (country && headpic) return undefined
  const placeholders = { logo: '{logo}', country: '{country}' }
  const text = headpic
    ? m.business_missing_country(placeholders)
    : country
      ? m.business_missing_logo(placeholders)
      : m.business_missing_both(placeholders)
  return insertElements(text, {
    logo: <FieldLink field="picture">{m.business_logo()}</FieldLink>,
    country: <FieldLink field="country">{m.business_country()}</FieldLink>,
  })
}

/** The way to all details of a company, and what is missing. */
export const CompanyCard = ({ info }: { info: Known }) => (
  <Card
    id="profile"
    title={<CardTitle title={m.business_details()} Icon={IdentityIcon} />}
    description={describeMissingDetails(info)}
    action={
      <ButtonLink variant="secondary" size="small" href={portalHref('profile-business/company')}>
        {m.business_details_all()}
      </ButtonLink>
    }
  />
)

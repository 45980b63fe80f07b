/** What follows an outcome: one calm way on. */
import * as m from '@kerf/locales/messages'
import { getPageContext } from '../../lib/page/page-context.ts'
import { account, homePage } from '../../lib/session/account.ts'
import { getCurrentToken } from '../../lib/token/token.ts'
import { portalHref } from '../../lib/url/links.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'

/** To the account of the person who is logged in here, otherwise to the login. */
export const AccountLink = () =>
  getCurrentToken() === undefined ? (
    <ButtonLink variant="secondary" wide href={portalHref('login')}>
      {m.mail_link_log_in()}
    </ButtonLink>
  ) : (
    <ButtonLink variant="secondary" wide href={portalHref(homePage(account.get()?.info))}>
      {m.authorize_home()}
    </ButtonLink>
  )

export const HelpLink = () => (
  <ButtonLink variant="secondary" wide href={getPageContext().data.brand.helpUrl} target="_blank">
    {m.customer_service()}
  </ButtonLink>
)

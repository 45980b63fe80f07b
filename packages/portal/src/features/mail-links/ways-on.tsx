/** What follows an outcome. */
import * as m from '@kerf/locales/messages'
import { getCurrentToken } from '../../lib/token/token.ts'
import { portalHref } from '../../lib/url/links.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'

/** The login page leads on to the account of the person who is logged in. */
export const AccountLink = () => (
  <ButtonLink variant="secondary" wide href={portalHref('login')}>
    {getCurrentToken() === undefined ? m.mail_link_log_in() : m.authorize_home()}
  </ButtonLink>
)

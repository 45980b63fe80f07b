/** What follows an outcome. */
import * as m from '@kerf/locales/messages'
import { getCurrentToken } from '../../lib/token/token.ts'
import { portalHref } from '../../lib/url/links.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'

/** The login page leads on to the account of the person who is logged in. `text`: for who is not. */
export const AccountLink = ({ text = m.mail_link_log_in() }: { text?: string }) => (
  <ButtonLink variant="secondary" wide href={portalHref('login')}>
    {getCurrentToken() === undefined ? text : m.authorize_home()}
  </ButtonLink>
)

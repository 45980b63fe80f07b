/** What follows an outcome. */
import * as m from '@kerf/locales/messages'
import { getCurrentToken } from '../../lib/token/token.ts'
import { portalHref } from '../../lib/url/links.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'

interface Props {
  /** for who is not logged in */
  text?: string
  /** it is the first of several ways */
  isFirst?: boolean
}

/** The login page leads on to the account of the person who is logged in. */
export const AccountLink = ({ text = m.mail_link_log_in(), isFirst = false }: Props) => (
  <ButtonLink variant={isFirst ? 'primary' : 'secondary'} wide href={portalHref('login')}>
    {getCurrentToken() === undefined ? text : m.authorize_home()}
  </ButtonLink>
)

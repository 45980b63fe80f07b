import { allowLogin } from '@kerf/contract/endpoints/sign-in'
import * as m from '@kerf/locales/messages'
import { callApi } from '../../lib/api/api-client.ts'
import { portalHref } from '../../lib/url/links.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { ClockIcon, PlaceIcon } from '../../ui/icon/fact-icons.tsx'
import { PersonIcon } from '../../ui/icon/icons.tsx'
import { BrowserIcon } from '../../ui/icon/platforms.tsx'
import { formatEventTime } from './event-time.tsx'
import { MailLinkPage } from './mail-link-page.tsx'
import { AccountLink } from './ways-on.tsx'

/** The page of the link in the email of a login from a new country. */
export const AllowLogin = () => (
  <MailLinkPage
    name={m.allow_login_name()}
    title={m.allow_login_title()}
    text={m.allow_login_text()}
    submit={m.allow_login_submit()}
    done={{
      title: m.allow_login_done_title(),
      text: () => m.allow_login_done_text(),
      next: <AccountLink text={m.allow_login_here()} />,
    }}
    withoutLink={<AccountLink isFirst />}
    gone={{ text: m.allow_login_gone_text() }}
    facts={[
      { name: m.mail_fact_device(), Icon: BrowserIcon },
      { name: m.allow_login_account(), Icon: PersonIcon },
      { name: m.security_fact_place(), Icon: PlaceIcon },
      { name: m.security_fact_time(), Icon: ClockIcon },
    ]}
    valuesOf={({ application, account, place, at }) => [
      application || m.allow_login_nowhere(),
      account || m.allow_login_nowhere(),
      place || m.allow_login_nowhere(),
      formatEventTime(at),
    ]}
    call={(input, options) => callApi(allowLogin, input, options)}
    refuse={
      <ButtonLink wide href={portalHref('findpwd')}>
        {m.allow_login_refuse()}
      </ButtonLink>
    }
  />
)

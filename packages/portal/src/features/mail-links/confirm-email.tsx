import { confirmMailbox } from '@kerf/contract/endpoints/mailbox'
import * as m from '@kerf/locales/messages'
import { callApi } from '../../lib/api/api-client.ts'
import { formatZonedDateTime } from '../../lib/text/format-time.ts'
import { ClockIcon } from '../../ui/icon/fact-icons.tsx'
import { LetterIcon } from '../../ui/icon/icons.tsx'
import { MailLinkPage } from './mail-link-page.tsx'
import { AccountLink } from './ways-on.tsx'

/** The page of the link in the email to the new address of a lost mailbox. */
export const ConfirmEmail = () => (
  <MailLinkPage
    name={m.confirm_email_name()}
    title={m.confirm_email_title()}
    text={m.confirm_email_text()}
    submit={m.confirm_email_submit()}
    done={{
      title: m.confirm_email_done_title(),
      text: ({ email, startsAt }) =>
        m.confirm_email_done_text({ email, time: formatZonedDateTime(startsAt) }),
      // Not "log in": the address counts from `startsAt` on.
      next: <AccountLink text={m.confirm_email_to_login()} />,
    }}
    withoutLink={<AccountLink text={m.confirm_email_to_login()} />}
    gone={{ text: m.confirm_email_gone_text(), byHelp: true }}
    facts={[
      { name: m.security_email_new(), Icon: LetterIcon },
      { name: m.confirm_email_after(), Icon: ClockIcon },
    ]}
    valuesOf={({ email, startsAt }) => [email, m.confirm_email_from({ time: formatZonedDateTime(startsAt) })]}
    call={(input, options) => callApi(confirmMailbox, input, options)}
    ignored={{
      button: m.confirm_email_ignore(),
      title: m.confirm_email_ignored_title(),
      text: m.confirm_email_ignored_text(),
    }}
  />
)

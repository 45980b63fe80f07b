import * as m from '@kerf/locales/messages'
import { button, type MailTemplate, quiet, type TemplateContext, text } from './mail-template.ts'

/** Strict privacy (S-025): the mail, not the page, reveals that an address has no account. */
export function noAccountTemplate({ options, brand, link }: TemplateContext): MailTemplate {
  return {
    subject: m.mail_no_account_subject({ brand }, options),
    heading: m.mail_no_account_heading({}, options),
    blocks: [
      text(m.mail_no_account_body({ brand }, options)),
      button(m.mail_action_register({}, options), link('register')),
      quiet(m.mail_no_account_not_you({}, options)),
    ],
  }
}

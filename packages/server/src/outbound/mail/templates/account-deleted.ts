import * as m from '@kerf/locales/messages'
import { type MailTemplate, type TemplateContext, text } from './mail-template.ts'

/** The last mail to the account, without links. */
export function accountDeletedTemplate({ options, brand }: TemplateContext): MailTemplate {
  return {
    subject: m.mail_account_deleted_subject({ brand }, options),
    heading: m.mail_account_deleted_heading({}, options),
    blocks: [
      text(m.mail_account_deleted_body({ brand }, options)),
      text(m.mail_account_deleted_again({}, options)),
    ],
  }
}

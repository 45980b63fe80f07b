import * as m from '@kerf/locales/messages'
import {
  button,
  type MailTemplate,
  quiet,
  link as secondLink,
  type TemplateContext,
  text,
} from './mail-template.ts'

/** Strict privacy (S-025): the mail, not the page, reveals that an address is registered. */
export function alreadyRegisteredTemplate({ options, brand, link }: TemplateContext): MailTemplate {
  return {
    subject: m.mail_already_registered_subject({ brand }, options),
    heading: m.mail_already_registered_heading({}, options),
    blocks: [
      text(m.mail_already_registered_body({ brand }, options)),
      button(m.mail_action_login({}, options), link('login')),
      secondLink(m.mail_already_registered_reset({}, options), link('findpwd')),
      quiet(m.mail_already_registered_not_you({}, options)),
    ],
  }
}

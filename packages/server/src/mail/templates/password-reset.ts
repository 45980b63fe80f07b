import * as m from '@kerf/locales/messages'
import { formatMoment, formatPlace } from '../facts.ts'
import { button, type Letter, type LetterContext, text } from '../letter.ts'
import type { MailContent } from '../queue-mail.ts'

type Content = Extract<MailContent, { template: 'password_reset' }>

export function passwordResetLetter({ at, place }: Content, { options, brand, link }: LetterContext): Letter {
  return {
    subject: m.mail_password_reset_subject({ brand }, options),
    heading: m.mail_password_reset_heading({}, options),
    blocks: [
      text(m.mail_password_reset_body({}, options)),
      {
        kind: 'facts',
        facts: [
          [m.mail_fact_time({}, options), formatMoment(at, options.locale)],
          [m.mail_fact_place({}, options), formatPlace(place, options.locale)],
        ],
      },
      text(m.mail_password_reset_not_you({}, options)),
      button(m.mail_action_reset({}, options), link('findpwd')),
    ],
  }
}

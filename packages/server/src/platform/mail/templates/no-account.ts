import * as m from '@kerf/locales/messages'
import { button, type Letter, type LetterContext, quiet, text } from '../letter.ts'

/** Strict privacy (S-025): a log-in or reset for an unknown address learns it here, not on the page. */
export function noAccountLetter({ options, brand, link }: LetterContext): Letter {
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

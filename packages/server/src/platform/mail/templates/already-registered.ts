import * as m from '@kerf/locales/messages'
import { button, type Letter, type LetterContext, quiet, text } from '../letter.ts'

/** Strict privacy (S-025): a sign-up for a taken address learns it here, not on the page. */
export function alreadyRegisteredLetter({ options, brand, link }: LetterContext): Letter {
  return {
    subject: m.mail_already_registered_subject({ brand }, options),
    heading: m.mail_already_registered_heading({}, options),
    blocks: [
      text(m.mail_already_registered_body({ brand }, options)),
      button(m.mail_action_login({}, options), link('login')),
      text(m.mail_already_registered_reset({}, options)),
      button(m.mail_action_reset({}, options), link('findpwd')),
      quiet(m.mail_already_registered_not_you({}, options)),
    ],
  }
}

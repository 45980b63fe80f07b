import * as m from '@kerf/locales/messages'
import { type Letter, type LetterContext, text } from '../letter.ts'

/** The last mail: nothing is left to link to. */
export function accountDeletedLetter({ options, brand }: LetterContext): Letter {
  return {
    subject: m.mail_account_deleted_subject({ brand }, options),
    heading: m.mail_account_deleted_heading({}, options),
    blocks: [
      text(m.mail_account_deleted_body({ brand }, options)),
      text(m.mail_account_deleted_again({}, options)),
    ],
  }
}

/** The second mailbox of an account (table `second_email`), which gets its security mails as well. */
import { statement } from '../../platform/db/database.ts'

export interface SecondMailbox {
  /** as its owner typed it */
  readonly email: string
  readonly canonical: string
}

/** The address that counts at `at`: no row if there is none, or its waiting time goes on. */
export const findSecondMailbox = statement<SecondMailbox, { uid: string; at: Date }>(
  'second_email.find',
  `select email, canonical from second_email
    where uid = $uid and counts_from <= $at and (counts_until is null or counts_until > $at)
    order by counts_from desc limit 1`,
)

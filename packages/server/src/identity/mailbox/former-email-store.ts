/** Table `former_email`: addresses that an account has left, for 30 days. */
import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'

/** An address that the account had for a shorter time may be a thief's (S-147). */
export const TRUSTED_EMAIL_DAYS = 3

export interface FormerEmailRow {
  readonly email: string
  readonly canonical: string
  /** unix seconds */
  readonly leftAt: number
  /** the account had it for more than three days */
  readonly isTrusted: boolean
}

/** Newest first. */
export const listFormerEmails = statement<FormerEmailRow, { uid: string }>(
  'former_email.list',
  `select email, canonical, ${epochSeconds('left_at')} as "leftAt",
          left_at - had_since > interval '${TRUSTED_EMAIL_DAYS} days' as "isTrusted"
     from former_email where uid = $uid order by former_email.left_at desc`,
)

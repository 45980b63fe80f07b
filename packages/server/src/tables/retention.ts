/** How long rows are stored, where a statement besides the deletion of expired rows applies the rule too. */
import { HOUR_SECONDS } from '@kerf/contract/limits'

/** Days for which the history of logins is stored (S-119). */
export const SIGN_IN_RECORD_DAYS = 180
/** Hours for which the first answer is returned to a repeated call. */
export const IDEMPOTENT_HOURS = 24
/** Days after the start for which a message without an end is stored. */
export const MESSAGE_DAYS = 730
/** Days for which an ended or revoked message is stored. Nobody receives it; its sender can still look it up. */
export const ENDED_MESSAGE_DAYS = 30
/** An operator logs in again after a working day. */
export const OPERATOR_SESSION_SECONDS = 8 * HOUR_SECONDS

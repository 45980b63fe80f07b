import { EMAIL_MAX } from './limits.ts'

/**
 * One mailbox: no list, display name, quoted local part or control character (S-018). The domain has letters and digits of
 * any script; the server converts it to A-labels.
 */
const MAILBOX = /^[^\s@,;:<>()[\]\\"\p{C}]+@[\p{L}\p{M}\p{N}_·-]+(?:\.[\p{L}\p{M}\p{N}_·-]+)+$/u

export const isEmailAddress = (value: string): boolean =>
  MAILBOX.test(value) && value.length <= EMAIL_MAX && value.indexOf('@') <= 64 && !value.includes('..')

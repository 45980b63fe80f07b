import { EMAIL_MAX } from './limits.ts'

/**
 * An address as one mailbox: no list, no display name, no quoted local part, no control character (S-018).
 * International domains are allowed; the server folds them to A-labels.
 */
const MAILBOX = /^[^\s@,;:<>()[\]\\"\p{C}]+@[^\s@,;:<>()[\]\\"\p{C}.]+(?:\.[^\s@,;:<>()[\]\\"\p{C}.]+)+$/u

export const isEmailAddress = (value: string): boolean =>
  MAILBOX.test(value) && value.length <= EMAIL_MAX && value.indexOf('@') <= 64 && !value.includes('..')

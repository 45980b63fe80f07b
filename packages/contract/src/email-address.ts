import { EMAIL_MAX } from './limits.ts'

/**
 * One mailbox: no list, display name, quoted local part or control character (S-018). International domains are allowed;
 * the server converts them to A-labels.
 */
const MAILBOX = /^[^\s@,;:<>()[\]\\"\p{C}]+@[^\s@,;:<>()[\]\\"\p{C}.]+(?:\.[^\s@,;:<>()[\]\\"\p{C}.]+)+$/u

export const isEmailAddress = (value: string): boolean =>
  MAILBOX.test(value) && value.length <= EMAIL_MAX && value.indexOf('@') <= 64 && !value.includes('..')

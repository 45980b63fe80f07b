/** Serial numbers of devices as they are typed from a label: one rule for server and browser. */
import { SERIAL_NUMBER_LENGTH } from './limits.ts'

const SN = new RegExp(`^[0-9A-Z]{${SERIAL_NUMBER_LENGTH}}$`)

/** Without the space around it, in capitals; nothing else is forgiven, since a label has nothing else. */
export const normalizeSerialNumber = (typed: string): string =>
  typed.trim().replace(/[a-z]/g, letter => letter.toUpperCase())

/** What is wrong with a serial number, or undefined. */
export function serialNumberError(typed: string): 'required' | 'length' | 'invalid' | undefined {
  const sn = normalizeSerialNumber(typed)
  if (sn === '') return 'required'
  if ([...sn].length !== SERIAL_NUMBER_LENGTH) return 'length'
  return SN.test(sn) ? undefined : 'invalid'
}

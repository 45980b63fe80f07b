/** Serial numbers of machines as typed from a label, shared by server and portal. */
import { SERIAL_NUMBER_LENGTH } from './limits.ts'

const SN = new RegExp(`^[0-9A-Z]{${SERIAL_NUMBER_LENGTH}}$`)

/** Trims and uppercases. Labels contain no other characters, so nothing else is corrected. */
export const normalizeSerialNumber = (typed: string): string =>
  typed.trim().replace(/[a-z]/g, letter => letter.toUpperCase())

/** Returns the error of a serial number, or undefined. */
export function serialNumberError(typed: string): 'required' | 'length' | 'invalid' | undefined {
  const sn = normalizeSerialNumber(typed)
  if (sn === '') return 'required'
  if ([...sn].length !== SERIAL_NUMBER_LENGTH) return 'length'
  return SN.test(sn) ? undefined : 'invalid'
}

/** Serial numbers of devices as they are typed from a label: one rule for server and browser. */
import { DEVICE_SN_LENGTH } from './limits.ts'

const SN = new RegExp(`^[0-9A-Z]{${DEVICE_SN_LENGTH}}$`)

/** Without the space around it, in capitals; nothing else is forgiven, since a label has nothing else. */
export const foldSn = (typed: string): string =>
  typed.trim().replace(/[a-z]/g, letter => letter.toUpperCase())

/** What is wrong with a serial number, or undefined. */
export function snFault(typed: string): 'required' | 'length' | 'invalid' | undefined {
  const sn = foldSn(typed)
  if (sn === '') return 'required'
  if ([...sn].length !== DEVICE_SN_LENGTH) return 'length'
  return SN.test(sn) ? undefined : 'invalid'
}

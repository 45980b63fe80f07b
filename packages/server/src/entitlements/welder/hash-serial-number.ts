import { keyedHash } from '../../platform/keys/secrets.ts'

/** Stored instead of the serial number everywhere except in the register of machines. `key`: `keys.unlock`. */
export const hashSerialNumber = (key: Buffer, serialNumber: string): Buffer =>
  keyedHash(key, 'sn', serialNumber)

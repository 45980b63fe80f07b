import { keyedHash } from '../../platform/keys/secrets.ts'

/** What is kept of a serial number besides the maker's own register. */
export const hashSerialNumber = (key: Buffer, sn: string): Buffer => keyedHash(key, 'sn', sn)

/** How a mail address is stored where it is not needed in clear. */
import { parseMailbox } from '../../platform/config/parse-mailbox.ts'
import { keyedHash } from '../../platform/keys/secrets.ts'

/** An address that an operator stored before may be none that is accepted today. */
const canonicalOf = (address: string): string =>
  parseMailbox(address)?.canonical ?? address.trim().toLowerCase()

/** `key`: `keys.mail` */
export const mailAddressHash = (key: Buffer, address: string): Buffer =>
  keyedHash(key, 'address', canonicalOf(address))

export const mailDomain = (address: string): string => canonicalOf(address).split('@')[1] ?? ''

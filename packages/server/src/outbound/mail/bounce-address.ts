/**
 * The address that a mail comes back to, one for each mail (VERP): `bounces+ID.MAC@domain`. The keyed MAC keeps strangers from
 * reporting bounces of mails that they did not get.
 */
import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from '../../platform/keys/secrets.ts'

/** 80 bits: a guess would have to be mailed to us. */
const MAC_BYTES = 10
const ID_DIGITS = 32

const macOf = (key: Buffer, id: string): Buffer => keyedHash(key, 'bounce', id).subarray(0, MAC_BYTES)

const split = (address: string): readonly [local: string, domain: string] => {
  const at = address.lastIndexOf('@')
  return [address.slice(0, at), address.slice(at + 1)]
}

/** `key`: `keys.mail`; `address`: BOUNCE_ADDRESS; `id`: of the delivery, a UUID */
export function createBounceAddress(key: Buffer, address: string, id: string): string {
  const [local, domain] = split(address)
  return `${local}+${id.replaceAll('-', '')}${macOf(key, id).toString('hex')}@${domain}`
}

/** Settings allow no other character that has a meaning in an expression. */
const escapeDots = (text: string): string => text.replaceAll('.', '\\.')

/** The id of the delivery that an address of this kind in `text` names; undefined if there is none with a right MAC. */
export function readBounceAddress(key: Buffer, address: string, text: string): string | undefined {
  const [local, domain] = split(address.toLowerCase())
  const found = new RegExp(
    `(?<![\\w.+-])${escapeDots(local)}\\+([0-9a-f]{${ID_DIGITS}})([0-9a-f]{${MAC_BYTES * 2}})@${escapeDots(domain)}`,
  ).exec(text.toLowerCase())
  const [, digits, mac] = found ?? []
  if (digits === undefined || mac === undefined) return undefined
  const id = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return timingSafeEqual(Buffer.from(mac, 'hex'), macOf(key, id)) ? id : undefined
}

/** Keys, claim codes and claim cards of a machine, as docs/machines.md specifies. The firmware computes the same. */
import { createHmac, randomBytes } from 'node:crypto'
import { unlockPasswordAt } from '../../entitlements/index.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { keyedHash } from '../../platform/keys/secrets.ts'

/** Each key has one use. */
export const MACHINE_KEY_LABELS = ['claim', 'card', 'pass', 'client'] as const
export type MachineKeyLabel = (typeof MACHINE_KEY_LABELS)[number]

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

export interface MachineIdentity {
  readonly sn: string
  /** number of the key that the board holds, from 1 on */
  readonly generation: number
}

export const deriveMachineKeys = (
  lineKey: Buffer,
  { sn, generation }: MachineIdentity,
): Readonly<Record<MachineKeyLabel, Buffer>> => {
  const machineKey = hmac(lineKey, `kerf machine 1|${sn}|${generation}`)
  const of = (label: MachineKeyLabel) => hmac(machineKey, label)
  return { claim: of('claim'), card: of('card'), pass: of('pass'), client: of('client') }
}

const RESET_DIGITS_MODULUS = 100
const RESET_FACTOR = 2 ** 32

/** What the display shows: two digits of the reset number, then eight digits of the function of docs/unlock.md. */
export const claimCodeAt = (claimKey: Buffer, resetNumber: number, digits: number): string =>
  String(resetNumber % RESET_DIGITS_MODULUS).padStart(2, '0') +
  unlockPasswordAt(claimKey, resetNumber * RESET_FACTOR + digits)

/** The lowest reset number that is at or above `last` and ends in the two digits that a code begins with. */
export const resetNumberOf = (code: string, last: number): number =>
  last +
  ((((Number(code.slice(0, 2)) - last) % RESET_DIGITS_MODULUS) + RESET_DIGITS_MODULUS) % RESET_DIGITS_MODULUS)

/** Crockford's base32: without I, L, O and U. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CARD_CHARACTERS = 12

/** Twelve characters (the first 60 bits of the card key) and their sum modulo 32. */
export function claimCardOf(cardKey: Buffer): string {
  const bits = cardKey.readBigUInt64BE() >> 4n
  const values = Array.from({ length: CARD_CHARACTERS }, (_, at) =>
    Number((bits >> BigInt(5 * (CARD_CHARACTERS - 1 - at))) & 31n),
  )
  const check = values.reduce((sum, value) => sum + value, 0) % CROCKFORD.length
  return [...values, check].map(value => CROCKFORD[value]).join('')
}

/** The card of a machine without display that was released: random, so that none of the former owner opens it. */
export const createRenewedCard = (): string => claimCardOf(randomBytes(8))

export const hashRenewedCard = (keys: Pick<Keys, 'unlock'>, sn: string, card: string): Buffer =>
  keyedHash(keys.unlock, 'renewed card', sn, card)

/** As typed: without separators, in capitals, with the letters that Crockford reads as digits. */
export const normalizeClaimCode = (typed: string): string =>
  typed.replace(/[\s-]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1')

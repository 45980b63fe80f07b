/** The check of a pass as a machine makes it without a network (docs/passes.md): the twin of samples/pass/pass.c, for the simulated machine. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { DAY_SECONDS } from '@kerf/contract/limits'

const PASS_MAX_BYTES = 160
const REMOVED_MAX = 8
const NAME_MAX_BYTES = 24
const MAC_BYTES = 32
const LIFETIME_MAX_SECONDS = BigInt(31 * DAY_SECONDS)
const MEMBER_MAX = 0xffffn

/** What the machine stores. All zero and empty when it is made; a factory reset keeps it. */
export interface PassState {
  readonly ownership: bigint
  readonly rights: bigint
  /** unix seconds: the latest accepted `iat` plus the time powered on since; 0: unknown */
  readonly knownTime: bigint
  readonly removed: readonly number[]
}

export const NEW_MACHINE: PassState = { ownership: 0n, rights: 0n, knownTime: 0n, removed: [] }

export interface ReadPass {
  /** unix seconds */
  readonly end: bigint
  /** unix seconds */
  readonly issuedAt: bigint
  readonly ownership: bigint
  readonly rights: bigint
  readonly member: number
  readonly removed: readonly number[]
  readonly name: string
}

export type PassRefusal = 'malformed' | 'wrong-mac' | 'former-owner' | 'removed' | 'ended' | 'too-long'

export type PassDecision =
  /** `state` is stored before the machine starts */
  | { readonly result: 'accepted'; readonly state: PassState; readonly pass: ReadPass }
  | { readonly result: PassRefusal; readonly state: PassState }

class Malformed extends Error {}

/** Major types of CBOR (RFC 8949, section 3.1). */
const UNSIGNED = 0
const NEGATIVE = 1
const BYTES = 2
const TEXT = 3
const ARRAY = 4
const MAP = 5

/** The lowest number that needs each width of a head. */
const LOWEST = [24n, 0x100n, 0x10000n, 0x100000000n] as const

/** Reads deterministic CBOR. Throws Malformed. */
function createReader(bytes: Buffer) {
  let at = 0
  const head = (major: number): bigint => {
    const first = bytes[at++] ?? 0xff
    const info = first & 31
    if (first >> 5 !== major || info > 27) throw new Malformed()
    if (info < 24) return BigInt(info)
    const width = 1 << (info - 24)
    if (at + width > bytes.length) throw new Malformed()
    const value = BigInt(`0x${bytes.toString('hex', at, at + width)}`)
    at += width
    if (value < (LOWEST[info - 24] ?? 0n)) throw new Malformed()
    return value
  }
  const string = (major: number, max: number): Buffer => {
    const length = head(major)
    if (length > max || at + Number(length) > bytes.length) throw new Malformed()
    const start = at
    at += Number(length)
    return bytes.subarray(start, at)
  }
  return {
    head,
    string,
    expect(major: number, value: bigint) {
      if (head(major) !== value) throw new Malformed()
    },
    member(): number {
      const value = head(UNSIGNED)
      if (value > MEMBER_MAX) throw new Malformed()
      return Number(value)
    },
    end() {
      if (at !== bytes.length) throw new Malformed()
    },
  }
}

/** An array of four; the protected header {1: 5}; no unprotected header. */
const START = Buffer.from('8443a10105a0', 'hex')
/** Of the MAC_structure (RFC 9052, section 6.3): ["MAC0", protected header, empty bytes, …]. */
const MAC_START = Buffer.from('84644d41433043a1010540', 'hex')

function readEnvelope(bytes: Buffer): { payload: Buffer; authenticated: Buffer; mac: Buffer } {
  if (bytes.length > PASS_MAX_BYTES || !bytes.subarray(0, START.length).equals(START)) throw new Malformed()
  const rest = bytes.subarray(START.length)
  const reader = createReader(rest)
  const payload = reader.string(BYTES, PASS_MAX_BYTES)
  const mac = reader.string(BYTES, MAC_BYTES)
  reader.end()
  if (mac.length !== MAC_BYTES) throw new Malformed()
  const payloadWithHead = rest.subarray(0, payload.byteOffset - rest.byteOffset + payload.length)
  return { payload, authenticated: Buffer.concat([MAC_START, payloadWithHead]), mac }
}

function readClaims(payload: Buffer): ReadPass {
  const reader = createReader(payload)
  /** `key` below zero is -1 - n. */
  const claim = (key: number) =>
    key < 0 ? reader.expect(NEGATIVE, BigInt(-1 - key)) : reader.expect(UNSIGNED, BigInt(key))
  const number = (key: number) => {
    claim(key)
    return reader.head(UNSIGNED)
  }
  reader.expect(MAP, 7n)
  const [end, issuedAt, ownership, rights] = [number(4), number(6), number(-65_537), number(-65_538)]
  claim(-65_539)
  const member = reader.member()
  claim(-65_540)
  const count = reader.head(ARRAY)
  if (count > REMOVED_MAX) throw new Malformed()
  const removed = Array.from({ length: Number(count) }, () => reader.member())
  if (removed.some((one, index) => index > 0 && one <= (removed[index - 1] ?? 0))) throw new Malformed()
  claim(-65_541)
  const name = decodeUtf8(reader.string(TEXT, NAME_MAX_BYTES))
  reader.end()
  return { end, issuedAt, ownership, rights, member, removed, name }
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Malformed()
  }
}

/** Why the rules refuse a pass whose MAC is right, and what is stored otherwise. */
function decide(state: PassState, pass: ReadPass, clock: bigint): PassDecision {
  const { ownership, rights, member, removed, end, issuedAt } = pass
  const refuse = (result: PassRefusal): PassDecision => ({ result, state })
  if (ownership < state.ownership) return refuse('former-owner')
  const isRenewed = ownership > state.ownership
  // A lower version alone is never refused: somebody else's removal locks nobody out.
  const isNewer = isRenewed || rights > state.rights
  if (removed.includes(member) || (!isNewer && state.removed.includes(member))) return refuse('removed')
  if (end - issuedAt > LIFETIME_MAX_SECONDS) return refuse('too-long')
  // A higher ownership number sets the known time, also back.
  const knownTime = isRenewed || issuedAt > state.knownTime ? issuedAt : state.knownTime
  if (end <= knownTime || end <= clock) return refuse('ended')
  return {
    result: 'accepted',
    state: isNewer ? { ownership, rights, knownTime, removed } : { ...state, knownTime },
    pass,
  }
}

/** `key`: the key `pass` of the machine. `clock`: unix seconds of a clock of the machine, or 0. */
export function checkPass(state: PassState, key: Buffer, bytes: Buffer, clock: bigint): PassDecision {
  try {
    const { payload, authenticated, mac } = readEnvelope(bytes)
    const expected = createHmac('sha256', key).update(authenticated).digest()
    if (!timingSafeEqual(expected, mac)) return { result: 'wrong-mac', state }
    return decide(state, readClaims(payload), clock)
  } catch (error) {
    if (error instanceof Malformed) return { result: 'malformed', state }
    throw error
  }
}

const BASE45 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

/** RFC 9285. No bytes: the text is not valid. */
export function fromBase45(text: string): Buffer {
  const bytes: number[] = []
  for (let at = 0; at < text.length; at += 3) {
    const digits = [...text.slice(at, at + 3)].map(character => BASE45.indexOf(character))
    const value = digits.reduceRight((sum, digit) => sum * BASE45.length + digit, 0)
    const isPair = digits.length === 3
    if (digits.length === 1 || digits.includes(-1) || value > (isPair ? 0xffff : 0xff)) return Buffer.alloc(0)
    bytes.push(...(isPair ? [value >> 8, value & 0xff] : [value]))
  }
  return Buffer.from(bytes)
}

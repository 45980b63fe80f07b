/**
 * The test vectors of docs/passes.md: every kind of pass that a machine accepts or refuses. Run by itself this file writes
 * samples/pass/vectors.json.
 */
import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { deriveMachineKeys } from '../../src/machines/machine/machine-keys.ts'
import { encodePass, type PassClaims, toBase45 } from '../../src/machines/passes/pass-format.ts'

/** Of the vectors of docs/machines.md. */
const LINE_KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => index))
export const SN = 'KLW1200AB0123456789CDEF'
const DAY = 86_400
const T = 1_800_000_000

export interface VectorState {
  readonly ownership: number
  readonly rights: number
  /** unix seconds; 0: unknown */
  readonly knownTime: number
  readonly removed: readonly number[]
}

export interface PassVector {
  readonly name: string
  readonly state: VectorState
  /** unix seconds of a clock of the machine; 0: it has none */
  readonly clock: number
  /** base45 */
  readonly pass: string
  readonly result: string
  readonly after: VectorState
  /** of an accepted pass */
  readonly claims?: PassClaims
}

const keyOf = (sn: string, generation: number) => deriveMachineKeys(LINE_KEY, { sn, generation }).pass
const KEY = keyOf(SN, 1)

/** A head of CBOR. `width`: bytes of the number, to write a longer form than the shortest. */
function head(major: number, value: number | bigint, width?: number): Buffer {
  const number = BigInt(value)
  const shortest =
    number < 24n ? 0 : number < 0x100n ? 1 : number < 0x10000n ? 2 : number < 0x100000000n ? 4 : 8
  const size = width ?? shortest
  if (size === 0) return Buffer.from([(major << 5) | Number(number)])
  const hex = number.toString(16).padStart(size * 2, '0')
  return Buffer.concat([Buffer.from([(major << 5) | (24 + Math.log2(size))]), Buffer.from(hex, 'hex')])
}
const uint = (value: number | bigint, width?: number) => head(0, value, width)
const bytes = (content: Buffer) => Buffer.concat([head(2, content.length), content])
const text = (content: Buffer | string) => {
  const encoded = Buffer.from(content as string)
  return Buffer.concat([head(3, encoded.length), encoded])
}
const list = (members: readonly number[]) =>
  Buffer.concat([head(4, members.length), ...members.map(one => uint(one))])
const negative = (key: number) => head(1, -1 - key)

const CLAIMS: PassClaims = {
  end: T + 7 * DAY,
  issuedAt: T,
  ownership: T - 1_000_000,
  rights: T - 1_000_000,
  member: 3,
  removed: [],
  name: 'AL',
}

/** Each claim with its key, to be changed, left out or moved. */
const entriesOf = (claims: PassClaims) => ({
  end: Buffer.concat([uint(4), uint(claims.end)]),
  issuedAt: Buffer.concat([uint(6), uint(claims.issuedAt)]),
  ownership: Buffer.concat([negative(-65_537), uint(claims.ownership)]),
  rights: Buffer.concat([negative(-65_538), uint(claims.rights)]),
  member: Buffer.concat([negative(-65_539), uint(claims.member)]),
  removed: Buffer.concat([negative(-65_540), list(claims.removed)]),
  name: Buffer.concat([negative(-65_541), text(claims.name)]),
})
type Entries = ReturnType<typeof entriesOf>

const payloadOf = (entries: readonly Buffer[], start = head(5, entries.length)) =>
  Buffer.concat([start, ...entries])
const PROTECTED = Buffer.from('a10105', 'hex')

/** A payload with a right MAC. */
export function authenticate(payload: Buffer, key = KEY): Buffer {
  const mac = createHmac('sha256', key)
    .update(
      Buffer.concat([head(4, 4), text('MAC0'), bytes(PROTECTED), bytes(Buffer.alloc(0)), bytes(payload)]),
    )
    .digest()
  return Buffer.concat([head(4, 4), bytes(PROTECTED), head(5, 0), bytes(payload), bytes(mac)])
}

/** The claims with some entries replaced, in their order. */
const withEntries = (changes: Partial<Entries>) =>
  authenticate(payloadOf(Object.values({ ...entriesOf(CLAIMS), ...changes })))

const EMPTY: VectorState = { ownership: 0, rights: 0, knownTime: 0, removed: [] }
/** A machine that accepted a pass of another person an hour ago. */
const USED: VectorState = {
  ownership: CLAIMS.ownership,
  rights: CLAIMS.rights,
  knownTime: T - 3_600,
  removed: [],
}

const stateOf = ({ ownership, rights, removed }: PassClaims, knownTime: number): VectorState => ({
  ownership,
  rights,
  knownTime,
  removed,
})

type Change = Partial<PassClaims>
const given = (changes: Change = {}) => ({ ...CLAIMS, ...changes })

interface Order {
  readonly state?: VectorState
  readonly clock?: number
}

/** `after`: what the machine stores, where it is not what the pass says. */
const accepted = (
  name: string,
  changes: Change = {},
  { state = USED, clock = 0, after }: Order & { readonly after?: VectorState } = {},
): PassVector => {
  const claims = given(changes)
  // cborg writes numbers from 2^53 as floats.
  const pass = toBase45(authenticate(payloadOf(Object.values(entriesOf(claims)))))
  return {
    name,
    state,
    clock,
    pass,
    result: 'accepted',
    after: after ?? stateOf(claims, claims.issuedAt),
    claims,
  }
}
const refused = (
  result: string,
  name: string,
  pass: Buffer | string,
  { state = USED, clock = 0 }: Order = {},
) => ({
  ...{ name, state, clock, pass: typeof pass === 'string' ? pass : toBase45(pass), result, after: state },
})
const refusedBy = (result: string, name: string, changes: Change, order: Order = {}) =>
  refused(result, name, encodePass(KEY, given(changes)), order)

const envelope = (parts: readonly Buffer[]) => Buffer.concat(parts)
const withTimes = (issued: bigint, ended: bigint) =>
  withEntries({
    end: envelope([uint(4), uint(ended)]),
    issuedAt: envelope([uint(6), uint(issued)]),
  })

const LATER = CLAIMS.rights + 500
const EIGHT = [2, 300, 301, 302, 303, 304, 305, 65_535]

/** Each claim in its longest form. */
const LONGEST: Change = {
  ...{ issuedAt: 2 ** 40, end: 2 ** 40 + 7 * DAY, ownership: 2 ** 41, rights: 2 ** 42 },
  ...{ member: 65_534, removed: [256, 300, 301, 302, 303, 304, 305, 65_535], name: '一二三四五六七八' },
}
/** Even numbers from 2^53 to 2^54 are exact also as numbers of JSON. */
const BEYOND: Change = {
  ...{ issuedAt: 2 ** 53 + 2, end: 2 ** 53 + 2 + 31 * DAY, ownership: 2 ** 53 + 4, rights: 2 ** 53 + 6 },
}

const ACCEPTED: readonly PassVector[] = [
  accepted('the first pass of a new machine', {}, { state: EMPTY }),
  accepted('another pass of the same versions'),
  accepted(
    'a lower rights version keeps the stored list',
    { rights: CLAIMS.rights - 1 },
    {
      state: { ...USED, removed: [9] },
      after: { ...USED, removed: [9], knownTime: T },
    },
  ),
  accepted(
    'the same rights version keeps the stored list',
    { removed: [8] },
    {
      state: { ...USED, removed: [9] },
      after: { ...USED, removed: [9], knownTime: T },
    },
  ),
  accepted(
    'a higher rights version replaces the list',
    { rights: LATER, removed: [8, 300] },
    {
      state: { ...USED, removed: [9] },
    },
  ),
  accepted(
    'a higher rights version empties the list',
    { rights: LATER },
    { state: { ...USED, removed: [3, 9] } },
  ),
  accepted('a list of eight and a name of 24 bytes', {
    rights: LATER,
    removed: EIGHT,
    name: '一二三四五六七八',
  }),
  accepted('160 bytes', LONGEST),
  accepted(
    'numbers at the bounds of each length',
    { ownership: 2 ** 32 - 1, rights: 2 ** 32, member: 24, removed: [23, 255, 256] },
    { state: EMPTY },
  ),
  accepted('an empty name', { name: '' }),
  accepted('a name with characters of two, three and four bytes', { name: 'é一🔧' }),
  accepted('a name that starts with U+FEFF', { name: '\ufeffAL' }),
  accepted('a name with control characters', { name: 'A\n\u001bL\u007f\u0085' }),
  accepted('a name with U+0000', { name: 'A\0L' }),
  accepted('the first member number', { member: 0 }),
  accepted('the last member number', { member: 65_535 }),
  accepted('an end 31 days after the issue', { end: T + 31 * DAY }),
  accepted(
    'a second before its end by the known time',
    {},
    {
      state: { ...USED, knownTime: CLAIMS.end - 1 },
      after: { ...USED, knownTime: CLAIMS.end - 1 },
    },
  ),
  accepted('a second before its end by the clock, which is not stored', {}, { clock: CLAIMS.end - 1 }),
  accepted('a clock behind the known time does not count', {}, { clock: 1 }),
  accepted(
    'an issue before the known time does not set it back',
    { issuedAt: T - DAY, end: T + DAY },
    {
      after: USED,
    },
  ),
  accepted(
    'a higher ownership number sets the known time back',
    { ownership: CLAIMS.ownership + 1 },
    {
      state: { ...USED, knownTime: T + 400 * DAY },
    },
  ),
  accepted(
    'a higher ownership number with a lower rights version replaces the list',
    {
      ...{ ownership: CLAIMS.ownership + 1, rights: 1 },
    },
    { state: { ...USED, removed: [3] } },
  ),
  accepted('numbers of 64 bits', { ownership: 2 ** 33, rights: 2 ** 34 }),
  accepted('numbers beyond 2^53', BEYOND),
]

const good = encodePass(KEY, CLAIMS)
const changed = (at: number, value: number) => {
  const copy = Buffer.from(good)
  copy[at] = (copy[at] ?? 0) ^ value
  return copy
}
const entries = entriesOf(CLAIMS)
const payload = payloadOf(Object.values(entries))
const mac = good.subarray(-32)
const [ARRAY_4, PROTECTED_BYTES, NO_HEADERS] = [head(4, 4), bytes(PROTECTED), head(5, 0)]

/** What differs if a machine reads the payload, as the MAC is wrong. */
const withWrongMac = (start: Buffer, length: number) =>
  envelope([good.subarray(0, 6), start, Buffer.alloc(length), bytes(Buffer.alloc(32))])
/** Additional information of CBOR that no version of it uses. */
const RESERVED = [28, 29, 30]
/** 31: the length is not stated. */
const NO_NUMBER = [...RESERVED, 31]

/** Refused before the MAC is computed. */
const MALFORMED: readonly PassVector[] = [
  ['nothing', ''],
  ['one character', 'A'],
  ['small letters', toBase45(good).toLowerCase()],
  ['a character at the end', `${toBase45(good)}A`],
  ['a line break at the end', `${toBase45(good)}\n`],
  ['three characters beyond 65535', `${toBase45(good).slice(0, 3)}:::`],
  ['two characters beyond 255', `${toBase45(good)}:::`.slice(0, 3).concat('::')],
  ['no pass', Buffer.from('https://kerf.example/')],
  ['cut after the protected header', good.subarray(0, 5)],
  ['cut in the payload', good.subarray(0, 40)],
  ['cut before the MAC', good.subarray(0, -34)],
  ['a MAC without its last byte', good.subarray(0, -1)],
  ['a byte at the end', envelope([good, Buffer.from([0])])],
  ['161 bytes, also with a wrong MAC', withWrongMac(head(2, 119), 119)],
  ['more than 160 bytes', authenticate(envelope([payload, Buffer.alloc(100)]))],
  ['the tag of COSE_Mac0', envelope([Buffer.from([0xd1]), good])],
  ['the tag of a CWT', envelope([Buffer.from([0xd8, 0x3d]), good])],
  ['an array of three', envelope([head(4, 3), PROTECTED_BYTES, NO_HEADERS, bytes(payload)])],
  ['an array of no stated length', envelope([Buffer.from([0x9f]), good.subarray(1), Buffer.from([0xff])])],
  ['the algorithm HMAC 256/64', envelope([ARRAY_4, bytes(Buffer.from('a10104', 'hex')), good.subarray(5)])],
  ['no protected header', envelope([ARRAY_4, bytes(Buffer.alloc(0)), good.subarray(5)])],
  [
    'an unprotected header',
    envelope([ARRAY_4, PROTECTED_BYTES, Buffer.from('a1044101', 'hex'), good.subarray(6)]),
  ],
  ['a payload as text', envelope([good.subarray(0, 6), text(payload), bytes(mac)])],
  [
    'a payload with a length in two bytes',
    envelope([good.subarray(0, 6), head(2, payload.length, 2), payload, bytes(mac)]),
  ],
  ['a payload of 23 bytes with a head of two bytes', withWrongMac(head(2, 23, 1), 23)],
  ...NO_NUMBER.map(info => [
    `a payload with additional information ${info}`,
    withWrongMac(Buffer.from([(2 << 5) | info]), info),
  ]),
  [
    'a payload of no stated length',
    envelope([good.subarray(0, 6), Buffer.from([0x5f]), bytes(payload), Buffer.from([0xff]), bytes(mac)]),
  ],
  ['a payload longer than the rest', envelope([good.subarray(0, 6), head(2, 200), payload, bytes(mac)])],
  ['a MAC of 31 bytes', envelope([good.subarray(0, 6), bytes(payload), bytes(mac.subarray(1))])],
  [
    'a MAC of 33 bytes',
    envelope([good.subarray(0, 6), bytes(payload), bytes(envelope([mac, Buffer.from([0])]))]),
  ],
].map(([name, pass]) => refused('malformed', `${name}`, pass as Buffer | string))

const WRONG_MAC: readonly PassVector[] = [
  ['a changed first byte of the MAC', changed(good.length - 32, 1)],
  ['a changed last byte of the MAC', changed(good.length - 1, 0x80)],
  ['a changed end', changed(13, 1)],
  ['a changed name', changed(good.length - 35, 1)],
  ['a pass of another machine', encodePass(keyOf('ZZZZZZZZZZZZZZZZZZZZZZZ', 1), CLAIMS)],
  ['a pass of the same machine with another generation of keys', encodePass(keyOf(SN, 2), CLAIMS)],
  [
    'a payload of another pass',
    envelope([good.subarray(0, 8), payloadOf(Object.values(entriesOf(given({ member: 4 })))), bytes(mac)]),
  ],
  ['160 bytes and a wrong MAC', withWrongMac(head(2, 118), 118)],
  ['a payload of 23 bytes', withWrongMac(head(2, 23), 23)],
  ['an empty payload', withWrongMac(head(2, 0), 0)],
  [
    'a wrong MAC and a lower ownership number',
    encodePass(keyOf(SN, 2), given({ ownership: CLAIMS.ownership - 1 })),
  ],
  [
    'a MAC over the payload alone',
    envelope([
      good.subarray(0, 6),
      bytes(payload),
      bytes(createHmac('sha256', KEY).update(payload).digest()),
    ]),
  ],
].map(([name, pass]) => refused('wrong-mac', `${name}`, pass as Buffer))

const { end, issuedAt, ...others } = entries
/** The MAC is right: only who has the key makes them. */
const MALFORMED_CLAIMS: readonly PassVector[] = [
  ['claims in another order', authenticate(payloadOf([issuedAt, end, ...Object.values(others)]))],
  ['a missing claim', authenticate(payloadOf(Object.values(entries).slice(1)))],
  [
    'a claim too many',
    authenticate(payloadOf([...Object.values(entries), envelope([negative(-65_542), uint(1)])])),
  ],
  ['a doubled claim', authenticate(payloadOf([end, end, ...Object.values(others)]))],
  ['an unknown claim', withEntries({ end: envelope([uint(5), uint(CLAIMS.end)]) })],
  ['a key that is text', withEntries({ end: envelope([text('exp'), uint(CLAIMS.end)]) })],
  ['a key in a longer form', withEntries({ end: envelope([uint(4, 1), uint(CLAIMS.end)]) })],
  ['a number in a longer form', withEntries({ end: envelope([uint(4), uint(CLAIMS.end, 8)]) })],
  ...[
    [5, 1],
    [23, 1],
    [0xff, 2],
    [0xffff, 4],
  ].map(([value = 0, width]) => [
    `the member number ${value} in a head of ${1 + (width ?? 0)} bytes`,
    withEntries({ member: envelope([negative(-65_539), uint(value, width)]) }),
  ]),
  [
    'a rights version below 2^32 in 8 bytes',
    withEntries({ rights: envelope([negative(-65_538), uint(0xffffffff, 8)]) }),
  ],
  [
    'a removed member in a longer form',
    withEntries({ removed: envelope([negative(-65_540), head(4, 1), uint(9, 1)]) }),
  ],
  ['a list in a longer form', withEntries({ removed: envelope([negative(-65_540), head(4, 0, 1)]) })],
  [
    'a name in a longer form',
    withEntries({ name: envelope([negative(-65_541), head(3, 2, 1), Buffer.from('AL')]) }),
  ],
  ['a map in a longer form', authenticate(payloadOf(Object.values(entries), head(5, 7, 1)))],
  ...NO_NUMBER.map(info => [
    `a number with additional information ${info}`,
    withEntries({ member: envelope([negative(-65_539), Buffer.from([info])]) }),
  ]),
  // Eight bytes as after 27, or the power of two that would follow.
  ...RESERVED.flatMap(info =>
    [8, 2 ** (info - 24)].map(width => [
      `a number with additional information ${info} in ${width} bytes`,
      withEntries({
        rights: envelope([negative(-65_538), Buffer.from([info]), Buffer.alloc(width, 1)]),
      }),
    ]),
  ),
  ['a negative end', withEntries({ end: envelope([uint(4), head(1, 5)]) })],
  [
    'an end that is a float',
    withEntries({ end: envelope([uint(4), Buffer.from('fb41dad27480000000', 'hex')]) }),
  ],
  ['a tagged end', withEntries({ end: envelope([uint(4), Buffer.from([0xc1]), uint(CLAIMS.end)]) })],
  ['a member number of 17 bits', withEntries({ member: envelope([negative(-65_539), uint(65_536)]) })],
  [
    'nine removed members',
    withEntries({ removed: envelope([negative(-65_540), list([1, 2, 4, 5, 6, 7, 8, 9, 10])]) }),
  ],
  ['removed members that descend', withEntries({ removed: envelope([negative(-65_540), list([9, 8])]) })],
  ['a removed member twice', withEntries({ removed: envelope([negative(-65_540), list([8, 8])]) })],
  ['a removed member of 17 bits', withEntries({ removed: envelope([negative(-65_540), list([65_536])]) })],
  [
    'a list of no stated length',
    withEntries({ removed: envelope([negative(-65_540), Buffer.from([0x9f, 8, 0xff])]) }),
  ],
  [
    'a list longer than the rest',
    withEntries({ removed: envelope([negative(-65_540), head(4, 8), uint(1)]), name: Buffer.alloc(0) }),
  ],
  ['a name of 25 bytes', withEntries({ name: envelope([negative(-65_541), text('x'.repeat(25))]) })],
  ['a name that is bytes', withEntries({ name: envelope([negative(-65_541), bytes(Buffer.from('AL'))]) })],
  [
    'a name with a surrogate',
    withEntries({ name: envelope([negative(-65_541), text(Buffer.from('eda080', 'hex'))]) }),
  ],
  [
    'a name with an overlong form',
    withEntries({ name: envelope([negative(-65_541), text(Buffer.from('c080', 'hex'))]) }),
  ],
  [
    'a name beyond U+10FFFF',
    withEntries({ name: envelope([negative(-65_541), text(Buffer.from('f4908080', 'hex'))]) }),
  ],
  [
    'a name that is cut within a character',
    withEntries({ name: envelope([negative(-65_541), text(Buffer.from('e69d', 'hex'))]) }),
  ],
  [
    'a map of no stated length',
    authenticate(payloadOf([...Object.values(entries), Buffer.from([0xff])], Buffer.from([0xbf]))),
  ],
  ['an empty payload with a right MAC', authenticate(Buffer.alloc(0))],
  ['a payload of 23 bytes with a right MAC', authenticate(payload.subarray(0, 23))],
  [
    'a claim in a wrong form and a lower ownership number',
    withEntries({
      end: envelope([uint(4), uint(CLAIMS.end, 8)]),
      ownership: envelope([negative(-65_537), uint(1)]),
    }),
  ],
  ['a byte after the claims', authenticate(envelope([payload, Buffer.from([0])]))],
  ['claims that end early', authenticate(payload.subarray(0, -1))],
].map(([name, pass]) => refused('malformed', `${name}`, pass as Buffer))

const REFUSED: readonly PassVector[] = [
  refusedBy('former-owner', 'a lower ownership number', { ownership: CLAIMS.ownership - 1 }),
  refusedBy('former-owner', 'a lower ownership number with a higher rights version', {
    ...{ ownership: CLAIMS.ownership - 1, rights: LATER },
  }),
  refusedBy('removed', 'a member that its own list names', { removed: [3] }),
  refusedBy('removed', 'a member that its own list names, with a higher ownership number', {
    ...{ ownership: CLAIMS.ownership + 1, removed: [2, 3] },
  }),
  refusedBy(
    'removed',
    'a member that the stored list names, with the same rights version',
    {},
    {
      state: { ...USED, removed: [2, 3, 9] },
    },
  ),
  refusedBy(
    'removed',
    'a member that the stored list names, with a lower rights version',
    { rights: 1 },
    {
      state: { ...USED, removed: EIGHT.with(0, 3) },
    },
  ),
  refusedBy('too-long', 'an end 31 days and a second after the issue', { end: T + 31 * DAY + 1 }),
  refused('too-long', 'an end of 64 bits', withEntries({ end: envelope([uint(4), uint(2n ** 64n - 1n)]) })),
  refused(
    'too-long',
    'beyond 2^53, an end 31 days and a second after the issue',
    withTimes(2n ** 53n + 3n, 2n ** 53n + 3n + BigInt(31 * DAY + 1)),
  ),
  refused(
    'former-owner',
    'beyond 2^53, an ownership number that is lower by one',
    withEntries({ ownership: envelope([negative(-65_537), uint(2n ** 53n + 3n)]) }),
    { state: { ...USED, ownership: 2 ** 53 + 4 } },
  ),
  // A sum of 64 bits and 31 days overflows.
  refused('ended', 'an issue at the end of 64 bits', withTimes(2n ** 64n - 1n, BigInt(CLAIMS.end))),
  refused('ended', 'an end and an issue at the end of 64 bits', withTimes(2n ** 64n - 1n, 2n ** 64n - 1n)),
  refusedBy('ended', 'at its end by the known time', {}, { state: { ...USED, knownTime: CLAIMS.end } }),
  refusedBy('ended', 'at its end by the clock', {}, { clock: CLAIMS.end }),
  refusedBy(
    'ended',
    'at its end by the clock, with a higher ownership number',
    { ownership: CLAIMS.ownership + 1 },
    {
      clock: CLAIMS.end,
    },
  ),
  refusedBy('ended', 'an end at its issue', { end: T }),
  refusedBy('ended', 'an end before its issue', { end: T - 1 }),
  refusedBy(
    'ended',
    'a member that a lower list does not name anymore, after its end',
    { rights: LATER },
    {
      state: { ...USED, knownTime: CLAIMS.end + 1, removed: [3] },
    },
  ),
]

/** Of two steps that both refuse, the earlier one decides. */
const FIRST_REFUSALS: readonly PassVector[] = (() => {
  const lower = { ownership: CLAIMS.ownership - 1 }
  const own = { removed: [3] }
  const long = { end: T + 32 * DAY }
  const stored: VectorState = { ...USED, removed: [3] }
  const late = { state: { ...USED, knownTime: T + 40 * DAY } }
  const lateByClock = { clock: T + 40 * DAY }
  return [
    refusedBy('former-owner', 'a former owner whose own list names the member', { ...lower, ...own }),
    refusedBy('former-owner', 'a former owner, and the stored list names the member', lower, {
      state: stored,
    }),
    refusedBy('former-owner', 'a former owner and a life of 32 days', { ...lower, ...long }),
    refusedBy('former-owner', 'a former owner after the end', lower, late),
    refusedBy('removed', 'the own list names the member of a pass with a life of 32 days', {
      ...own,
      ...long,
    }),
    refusedBy('removed', 'the stored list names the member of a pass with a life of 32 days', long, {
      state: stored,
    }),
    refusedBy('removed', 'the own list names the member, after the end by the known time', own, late),
    refusedBy('removed', 'the own list names the member, after the end by the clock', own, lateByClock),
    refusedBy(
      'removed',
      'the stored list names the member, after the end by the known time',
      {},
      { state: { ...late.state, removed: [3] } },
    ),
    refusedBy(
      'removed',
      'the stored list names the member, after the end by the clock',
      {},
      {
        state: stored,
        ...lateByClock,
      },
    ),
    refusedBy('too-long', 'a life of 32 days, after the end by the known time', long, late),
    refusedBy('too-long', 'a life of 32 days, after the end by the clock', long, lateByClock),
  ]
})()

export const PASS_VECTORS = {
  about:
    'Test vectors of docs/passes.md. `key`: the key `pass` of the machine. Each case gives the state of the machine and its clock before, the pass in base45 as the QR code holds it, the result, and the state after.',
  key: KEY.toString('hex'),
  cases: [...ACCEPTED, ...MALFORMED, ...WRONG_MAC, ...MALFORMED_CLAIMS, ...REFUSED, ...FIRST_REFUSALS],
}

export const VECTORS_FILE = fileURLToPath(new URL('../../../../samples/pass/vectors.json', import.meta.url))

/** One case a line. */
export const writtenVectors = (): string => {
  const { cases, ...rest } = PASS_VECTORS
  const lines = cases.map(one => `    ${JSON.stringify(one)}`).join(',\n')
  return `${JSON.stringify(rest, null, 2).slice(0, -2)},\n  "cases": [\n${lines}\n  ]\n}\n`
}

if (import.meta.main) writeFileSync(VECTORS_FILE, writtenVectors())

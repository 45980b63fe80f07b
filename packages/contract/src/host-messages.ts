/**
 * The messages between the portal and its host, by frame, window, native bridge or local socket. Every one carries who
 * speaks (`source`), the version of these rules, and a `type`; what does not fit is dropped without a word (S-054).
 *
 * The host begins: it sends `hello` with a nonce until `ready` comes back with the same nonce. `ready` names the
 * portal's `session`, random for each page view; each later message of the host carries it and a `seq` that only grows,
 * so that a message that is sent again, or was meant for another page view, counts for nothing.
 */
import * as v from 'valibot'
import { LANGUAGES } from './language.ts'
import { HOST_ERROR_CODES } from './native-calls.ts'
import { SYSTEMS } from './portal-url.ts'

export const PROTOCOL_VERSION = 1
export const PORTAL_SOURCE = 'kerf-portal'
export const HOST_SOURCE = 'kerf-host'

/** Messages a second that a host may send besides answers to calls; the rest is dropped. */
export const HOST_MESSAGES_PER_SECOND_MAX = 5
/** Milliseconds between two reloads that a host may bring about. */
export const RELOAD_INTERVAL_MIN_MS = 10_000
/** Characters of a message that travels as text; an answer with G-code is the longest. */
export const HOST_MESSAGE_LENGTH_MAX = 13_000_000
/** The same for a device's reply over its socket (S-059). */
export const MACHINE_REPLY_LENGTH_MAX = 64 * 1024

const random = v.pipe(v.string(), v.regex(/^[\w-]{16,64}$/))
const short = v.pipe(v.string(), v.maxLength(200))
const head = { source: v.literal(HOST_SOURCE), version: v.literal(PROTOCOL_VERSION) }
const said = { ...head, session: random, seq: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) }

const hello = v.object({
  ...head,
  type: v.literal('hello'),
  nonce: random,
  /** methods the host knows; absent: it is asked and says so itself */
  calls: v.optional(v.pipe(v.array(short), v.maxLength(60))),
  /** of the app around the portal */
  app: v.optional(v.object({ version: short, system: v.optional(v.picklist(SYSTEMS)) })),
})
const answer = v.union([
  v.object({ ...said, type: v.literal('answer'), id: random, ok: v.literal(true), value: v.unknown() }),
  v.object({
    ...said,
    type: v.literal('answer'),
    id: random,
    ok: v.literal(false),
    reason: v.picklist(HOST_ERROR_CODES),
    /** shown to the person, as text */
    text: v.optional(short),
  }),
])

export const hostMessageSchema = v.union([
  hello,
  answer,
  v.object({ ...said, type: v.literal('reload') }),
  v.object({ ...said, type: v.literal('cookies'), state: v.picklist(['allowed', 'blocked']) }),
  v.object({ ...said, type: v.literal('theme'), theme: v.picklist(['light', 'dark', 'system']) }),
  v.object({ ...said, type: v.literal('language'), language: v.picklist(LANGUAGES) }),
  /** a one-time ticket to sign in with, where cookies are blocked */
  v.object({
    ...said,
    type: v.literal('ticket'),
    ticket: v.pipe(v.string(), v.regex(/^tkt_[\w-]{20,100}$/)),
  }),
  v.object({ ...said, type: v.literal('logout') }),
  v.object({ ...said, type: v.literal('get-session'), id: random }),
])
export type HostMessage = v.InferOutput<typeof hostMessageSchema>
export type HostAnswer = Extract<HostMessage, { type: 'answer' }>

export function parseHostMessage(data: unknown): HostMessage | undefined {
  const read = v.safeParse(hostMessageSchema, data)
  return read.success ? read.output : undefined
}

/** Who is signed in, as a host may know it. */
export interface HostAccount {
  readonly uid: string
  readonly kind: 'personal' | 'business'
  readonly nickname: string
  readonly headpic: string
}

/** What the portal has to say; `source`, `version` and `session` are added to each when it is sent. */
export type PortalEvent =
  /** can be spoken to; `nonce` is the host's, where it answers a `hello` */
  | { readonly type: 'ready'; readonly portal: string; readonly nonce?: string }
  /** a session began; who it is and what to do with it comes with `result` */
  | { readonly type: 'login'; readonly uid: string }
  /**
   * someone signed in stands at the login, 500 ms after they arrived there: a one-time ticket for the host's own
   * origin, or the token itself where the brand says so
   */
  | {
      readonly type: 'result'
      readonly uid: string
      readonly kind: 'personal' | 'business'
      readonly ticket?: string
      readonly utoken?: string
    }
  | { readonly type: 'logout'; readonly expired: boolean }
  | { readonly type: 'resize'; readonly width: number; readonly height: number }
  | { readonly type: 'language'; readonly language: 'en' | 'zh' }
  | { readonly type: 'cookies'; readonly state: 'allowed' | 'blocked' }
  /** the person is done here */
  | { readonly type: 'close' }
  | { readonly type: 'session'; readonly id: string; readonly account: HostAccount | null }
  | { readonly type: 'call'; readonly id: string; readonly method: string; readonly input: unknown }
  | { readonly type: 'cancel'; readonly id: string }
  /** the page could not come up; said by what watches over it */
  | { readonly type: 'failed'; readonly reason: string; readonly code: string }

export type PortalMessage = PortalEvent & {
  readonly source: typeof PORTAL_SOURCE
  readonly version: typeof PROTOCOL_VERSION
  readonly session: string
}

export const createPortalMessage = (session: string, event: PortalEvent): PortalMessage => ({
  source: PORTAL_SOURCE,
  version: PROTOCOL_VERSION,
  session,
  ...event,
})

/**
 * Messages between the portal and its host (frame, window, native bridge or local socket). Every message carries its
 * `source`, the protocol version and a `type`. Invalid messages are ignored silently (S-054).
 *
 * The host sends `hello` with a nonce until the portal answers `ready` with the same nonce. `ready` names the portal's
 * `session`, random for each page view. Every later message of the host carries the session and an increasing `seq`, so
 * that replayed messages, and those for another page view, are rejected.
 */
import * as v from 'valibot'
import { LANGUAGES } from '../language.ts'
import { SYSTEMS } from '../portal-url.ts'
import { HOST_ERROR_CODES } from './native-calls.ts'

export const PROTOCOL_VERSION = 1
export const PORTAL_SOURCE = 'kerf-portal'
export const HOST_SOURCE = 'kerf-host'

/** Messages of a host, other than answers to calls. Messages above the limit are dropped. */
export const HOST_MESSAGES_PER_SECOND_MAX = 5
/** Minimum time between two reloads that a host requests. */
export const RELOAD_INTERVAL_MIN_MS = 10_000
/** Characters of a message sent as text. An answer with G-code is the longest. */
export const HOST_MESSAGE_LENGTH_MAX = 13_000_000
/** Characters of a machine's reply over its socket (S-059). */
export const MACHINE_REPLY_LENGTH_MAX = 64 * 1024

const random = v.pipe(v.string(), v.regex(/^[\w-]{16,64}$/))
const short = v.pipe(v.string(), v.maxLength(200))
const head = { source: v.literal(HOST_SOURCE), version: v.literal(PROTOCOL_VERSION) }
const sessionHead = { ...head, session: random, seq: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) }

const hello = v.object({
  ...head,
  type: v.literal('hello'),
  nonce: random,
  /** methods that the host supports; absent: the host answers `unsupported` itself */
  calls: v.optional(v.pipe(v.array(short), v.maxLength(60))),
  /** the app that embeds the portal */
  app: v.optional(v.object({ version: short, system: v.optional(v.picklist(SYSTEMS)) })),
})
const answer = v.union([
  v.object({
    ...sessionHead,
    type: v.literal('answer'),
    id: random,
    ok: v.literal(true),
    value: v.unknown(),
  }),
  v.object({
    ...sessionHead,
    type: v.literal('answer'),
    id: random,
    ok: v.literal(false),
    reason: v.picklist(HOST_ERROR_CODES),
    /** plain text, shown to the person */
    text: v.optional(short),
  }),
])

export const hostMessageSchema = v.union([
  hello,
  answer,
  v.object({ ...sessionHead, type: v.literal('reload') }),
  v.object({ ...sessionHead, type: v.literal('cookies'), state: v.picklist(['allowed', 'blocked']) }),
  v.object({ ...sessionHead, type: v.literal('theme'), theme: v.picklist(['light', 'dark', 'system']) }),
  v.object({ ...sessionHead, type: v.literal('language'), language: v.picklist(LANGUAGES) }),
  /** one-time ticket for login while cookies are blocked */
  v.object({
    ...sessionHead,
    type: v.literal('ticket'),
    ticket: v.pipe(v.string(), v.regex(/^tkt_[\w-]{20,100}$/)),
  }),
  v.object({ ...sessionHead, type: v.literal('logout') }),
  v.object({ ...sessionHead, type: v.literal('get-session'), id: random }),
])
export type HostMessage = v.InferOutput<typeof hostMessageSchema>
export type HostAnswer = Extract<HostMessage, { type: 'answer' }>

/** Returns undefined for an invalid message. */
export function parseHostMessage(data: unknown): HostMessage | undefined {
  const result = v.safeParse(hostMessageSchema, data)
  return result.success ? result.output : undefined
}

/** The logged-in account, as hosts receive it. */
export interface HostAccount {
  readonly uid: string
  readonly kind: 'personal' | 'business'
  readonly nickname: string
  readonly headpic: string
}

/** Events of the portal. `source`, `version` and `session` are added when the event is sent. */
export type PortalEvent =
  /** the portal accepts messages; `nonce` is that of the `hello` */
  | { readonly type: 'ready'; readonly portal: string; readonly nonce?: string }
  /** a session started; `result` follows with its details */
  | { readonly type: 'login'; readonly uid: string }
  /**
   * a logged-in person opened the login page, sent after EMBEDDED_RESULT_DELAY_MS: a one-time ticket for the host's
   * origin, or the token itself if the brand allows it
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
  /** the person finished; the host may close the portal */
  | { readonly type: 'close' }
  | { readonly type: 'session'; readonly id: string; readonly account: HostAccount | null }
  | { readonly type: 'call'; readonly id: string; readonly method: string; readonly input: unknown }
  | { readonly type: 'cancel'; readonly id: string }
  /** the page did not load; sent by the watchdog */
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

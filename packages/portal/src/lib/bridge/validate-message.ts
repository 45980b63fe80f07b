/**
 * Decides whether a received message is one of our host (S-054, S-055). Pure: the state of the window is passed in.
 */
import {
  HOST_MESSAGES_PER_SECOND_MAX,
  HOST_SOURCE,
  type HostMessage,
  parseHostMessage,
} from '@kerf/contract/host/host-messages'

export interface ReceivedMessage {
  readonly origin: string
  readonly source: unknown
  readonly data: unknown
  /** Time of arrival in milliseconds, of the same clock as `ValidationContext.recentTimes`. */
  readonly at: number
}

export interface ValidationContext {
  /** Exact origins of the hosts that the deployment allows. */
  readonly origins: readonly string[]
  /** The parent window, or the window that opened this one. */
  readonly peer: unknown
  /** The session id of this page view. */
  readonly session: string
  /** The highest sequence number received so far; -1 at first. */
  readonly lastSeq: number
  /** Whether a call of this id waits for its answer. */
  isPending(id: unknown): boolean
  /** Arrival times of recent messages, except answers, oldest first. */
  readonly recentTimes: readonly number[]
  /** The nonce of the last `hello` that was answered. */
  readonly answeredNonce: string | undefined
}

/** The origin of a document without one, such as a local file. Such a host receives no personal data. */
export const OPAQUE_ORIGIN = 'null'

/** Message types that are accepted from a host without an origin. */
const ALLOWED_WITHOUT_ORIGIN: readonly HostMessage['type'][] = [
  'hello',
  'reload',
  'theme',
  'language',
  'cookies',
]

/** `foreign`: not from our host, or a `hello` that was answered. `dropped`: from our host, but not accepted; it still counts for the rate limit. */
export type ValidationResult = HostMessage | 'foreign' | 'dropped'

export function validateMessage(message: ReceivedMessage, context: ValidationContext): ValidationResult {
  if (message.source === null || message.source !== context.peer) return 'foreign'
  const isOpaque = message.origin === OPAQUE_ORIGIN
  if (!isOpaque && !context.origins.includes(message.origin)) return 'foreign'
  return validateContent(message, context, isOpaque)
}

/** For messages of a native bridge, which have no origin: code that can use the bridge controls the whole page anyway. */
export function validateContent(
  { data, at }: Pick<ReceivedMessage, 'data' | 'at'>,
  context: ValidationContext,
  isOpaque = false,
): ValidationResult {
  if (typeof data !== 'object' || data === null) return 'foreign'
  const { source, type, id, nonce } = data as Record<string, unknown>
  if (source !== HOST_SOURCE) return 'foreign'
  // A host repeats `hello` until it is answered. Those that arrived during a long task leave the rate to what follows them.
  if (type === 'hello' && nonce !== undefined && nonce === context.answeredNonce) return 'foreign'
  // Beyond the rate limit a message is not even parsed, except an answer to a pending call.
  const isExpectedAnswer = type === 'answer' && context.isPending(id)
  if (!isExpectedAnswer && exceedsRate(context.recentTimes, at)) return 'dropped'
  const message = parseHostMessage(data)
  if (message === undefined || (isOpaque && !ALLOWED_WITHOUT_ORIGIN.includes(message.type))) return 'dropped'
  if (message.type === 'hello') return message
  if (message.session !== context.session || message.seq <= context.lastSeq) return 'dropped'
  return message.type === 'answer' && !isExpectedAnswer ? 'dropped' : message
}

const exceedsRate = (times: readonly number[], now: number): boolean =>
  times.filter(time => now - time < 1000).length >= HOST_MESSAGES_PER_SECOND_MAX

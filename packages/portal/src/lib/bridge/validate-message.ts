/** Whether something heard is a message of our host (S-054, S-055). Pure: the window's facts come as arguments. */
import {
  HOST_MESSAGES_PER_SECOND_MAX,
  HOST_SOURCE,
  type HostMessage,
  parseHostMessage,
} from '@kerf/contract/host-messages'
import { type HostOrigins, isHostOrigin } from './host-origin.ts'

export interface ReceivedMessage {
  readonly origin: string
  readonly source: unknown
  readonly data: unknown
  /** milliseconds */
  readonly at: number
}

export interface ValidationContext extends HostOrigins {
  /** the parent, or the window that opened this one */
  readonly peer: unknown
  /** of this page view */
  readonly session: string
  /** the highest heard so far, -1 at first */
  readonly lastSeq: number
  /** whether a call of this id waits for its answer */
  isPending(id: unknown): boolean
  /** when messages besides answers came, oldest first */
  readonly recent: readonly number[]
}

/** An origin that cannot be named, as of a file: it is told nothing about anyone. */
export const OPAQUE = 'null'

/** What a host without an origin may say. */
const HARMLESS: readonly HostMessage['type'][] = ['hello', 'reload', 'theme', 'language', 'cookies']

/** `foreign`: not of our host at all. `dropped`: of our host, but not to be taken; it counts for the rate. */
export type ValidationResult = HostMessage | 'foreign' | 'dropped'

export function validateMessage(heard: ReceivedMessage, facts: ValidationContext): ValidationResult {
  if (heard.source === null || heard.source !== facts.peer) return 'foreign'
  const opaque = heard.origin === OPAQUE
  if (!opaque && !isHostOrigin(heard.origin, facts)) return 'foreign'
  return validateContent(heard, facts, opaque)
}

/** The same for what comes by a native bridge, which has no origin: whoever holds it holds the whole page. */
export function validateContent(
  { data, at }: Pick<ReceivedMessage, 'data' | 'at'>,
  facts: ValidationContext,
  opaque = false,
): ValidationResult {
  if (typeof data !== 'object' || data === null) return 'foreign'
  const { source, type, id } = data as Record<string, unknown>
  if (source !== HOST_SOURCE) return 'foreign'
  // A flood is not even read; only answers that are waited for pass it by.
  const awaited = type === 'answer' && facts.isPending(id)
  if (!awaited && floods(facts.recent, at)) return 'dropped'
  const message = parseHostMessage(data)
  if (message === undefined || (opaque && !HARMLESS.includes(message.type))) return 'dropped'
  if (message.type === 'hello') return message
  if (message.session !== facts.session || message.seq <= facts.lastSeq) return 'dropped'
  return message.type === 'answer' && !awaited ? 'dropped' : message
}

const floods = (recent: readonly number[], at: number): boolean =>
  recent.filter(time => at - time < 1000).length >= HOST_MESSAGES_PER_SECOND_MAX

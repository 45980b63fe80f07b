/**
 * The stream of `GET /message/v1/web/stream` (NDJSON, the token in its header): one JSON value a line. A reader
 * ignores unknown types.
 */
import type { InferOutput } from 'valibot'
import type { messageSchema } from '../endpoints/message.ts'

export const MESSAGE_STREAM_PATH = '/message/v1/web/stream'

export type Message = InferOutput<typeof messageSchema>

export type StreamLine =
  /** the stream is open; earlier changes are read by list and count */
  | { readonly type: 'hello' }
  /** a broadcast is now visible; counts grow by one */
  | { readonly type: 'message'; readonly item: Message }
  /** a broadcast has ended or was revoked */
  | { readonly type: 'gone'; readonly id: string }
  /** the account's own messages, read marks or settings changed: reload */
  | { readonly type: 'changed' }
  | { readonly type: 'beat' }
  /**
   * Last line. `session`: logged out, do not reconnect with this token; `replaced`: too many streams of the account;
   * `closing`: the process stops, reconnect
   */
  | { readonly type: 'end'; readonly reason: 'session' | 'replaced' | 'closing' }

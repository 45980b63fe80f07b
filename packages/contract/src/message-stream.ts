/**
 * The stream of `GET /message/v1/web/stream` (NDJSON, the token in its header): one JSON value a line. A reader passes
 * over types it does not know.
 */
import type { InferOutput } from 'valibot'
import type { messageSchema } from './endpoints/message.ts'

export const MESSAGE_STREAM_PATH = '/message/v1/web/stream'

export type Message = InferOutput<typeof messageSchema>

export type StreamLine =
  /** the stream is open; what changed before is asked for by list and count */
  | { readonly type: 'hello' }
  /** a broadcast has begun; counts grow by one */
  | { readonly type: 'message'; readonly item: Message }
  /** a broadcast has ended or was taken back */
  | { readonly type: 'gone'; readonly id: string }
  /** the account's own messages, marks or settings changed: ask again */
  | { readonly type: 'changed' }
  | { readonly type: 'beat' }
  /**
   * The last line. `session`: signed out, do not come back with this token; `replaced`: the account has too many streams;
   * `closing`: this process stops, come back to another
   */
  | { readonly type: 'end'; readonly reason: 'session' | 'replaced' | 'closing' }

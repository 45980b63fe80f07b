import type { IncomingMessage } from 'node:http'

/** A body that nobody reads and that has at most this length is dropped, so that the connection can serve the next request. */
const DROPPED_BODY_MAX_BYTES = 64 * 1024

/** Whether a body without an end, or a long one, is still to come. Node would read and drop it for as long as the client sends. */
export const hasUnreadBody = ({ complete, headers }: IncomingMessage): boolean =>
  !complete &&
  (headers['transfer-encoding'] !== undefined ||
    Number(headers['content-length'] ?? 0) > DROPPED_BODY_MAX_BYTES)

/** Limits of messages (lengths in code points) and of the message stream. */
export const MESSAGE_TITLE_MAX = 120
export const MESSAGE_BODY_MAX = 10_000
export const MESSAGE_LINK_MAX = 2_000

/** The server writes a line at least this often, so that both ends detect a dead connection. */
export const STREAM_HEARTBEAT_MS = 15_000
/** Open streams of one account in one process. A further stream replaces the oldest. */
export const STREAMS_PER_ACCOUNT_MAX = 8

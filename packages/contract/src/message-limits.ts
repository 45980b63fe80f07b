/** Bounds of a message, in UTF-16 units, and of its stream, in milliseconds. */
export const MESSAGE_TITLE_MAX = 120
export const MESSAGE_BODY_MAX = 10_000
export const MESSAGE_LINK_MAX = 2_000

/** A line at least this often, so that neither end takes a quiet stream for a dead one. */
export const STREAM_HEARTBEAT_MS = 15_000
/** Open streams an account may have in one process; a further one takes the oldest one's place. */
export const STREAMS_PER_ACCOUNT_MAX = 8

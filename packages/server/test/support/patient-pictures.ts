/**
 * Replaces `picture-timeouts.ts` for the tests that run in vitest: the process that decodes pictures has a low priority, so on a
 * busy machine it can take longer than a person waits.
 */
export const QUEUE_TIMEOUT_MS = 120_000
export const TURN_TIMEOUT_MS = 120_000
export const RESPONSE_TIMEOUT_MS = 120_000

/**
 * Replaces `database-timeouts.ts` for the tests that run in vitest: on a busy machine a database that is only slow must not be
 * taken for a lost one. Tests that lose the database on purpose set timeouts of their own.
 */
export const CONNECT_TIMEOUT_MS = 60_000
export const POOL_TIMEOUT_MS = 60_000
export const LIMITS_QUERY_TIMEOUT_MS = 60_000
export const TRACKING_QUERY_TIMEOUT_MS = 60_000

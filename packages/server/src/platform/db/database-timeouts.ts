/**
 * How long the database is waited for. The tests that run in vitest replace this module by `test/support/patient-database.ts`.
 */
export const CONNECT_TIMEOUT_MS = 5_000
/** Of a pool's connection, which a call waits for. */
export const POOL_TIMEOUT_MS = 2_000
/** Of a statement of the rate limiter. If a count takes longer, the limiter decides without it. */
export const LIMITS_QUERY_TIMEOUT_MS = 2_000
/** Of a statement of the event collector. What takes longer is dropped. */
export const TRACKING_QUERY_TIMEOUT_MS = 3_000

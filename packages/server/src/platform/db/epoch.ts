/** SQL of times. */

/**
 * Unix seconds of a `timestamptz`, whole ones. Without the detour `extract` depends on the session's time zone for PostgreSQL, and
 * Citus accepts in RETURNING and ON CONFLICT only what depends on nothing.
 */
export const epochSeconds = (column: string): string =>
  `floor(extract(epoch from ${column} at time zone 'UTC'))::float8`

/** `column` plus `interval`, for the same reason. */
export const plusInterval = (column: string, interval: string): string =>
  `((${column} at time zone 'UTC' + ${interval}) at time zone 'UTC')`

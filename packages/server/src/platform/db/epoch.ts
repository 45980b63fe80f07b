/** SQL of times. */

/**
 * Whole unix seconds of a `timestamptz`. Without the conversion to UTC, PostgreSQL regards `extract` as dependent on the time zone of the
 * connection; in RETURNING and ON CONFLICT, Citus accepts only expressions that depend on no setting.
 */
export const epochSeconds = (column: string): string =>
  `floor(extract(epoch from ${column} at time zone 'UTC'))::float8`

/** Unix time in milliseconds, for the same reason. */
export const epochMilliseconds = (column: string): string =>
  `(extract(epoch from ${column} at time zone 'UTC') * 1000)::float8`

/** `column` plus `interval`, for the same reason. */
export const plusInterval = (column: string, interval: string): string =>
  `((${column} at time zone 'UTC' + ${interval}) at time zone 'UTC')`

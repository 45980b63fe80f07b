import { BROWSER_SESSION_IDLE_SECONDS, YEAR_SECONDS } from '@kerf/contract/limits'

/**
 * SQL: whether the session of this alias lives, by the database's clock (S-048): a remembered one for a year without a call,
 * any other for a day.
 */
export const isLiveSession = (alias: string): string =>
  `(${alias}.last_seen > now() - case when ${alias}.remember
      then interval '${YEAR_SECONDS} seconds' else interval '${BROWSER_SESSION_IDLE_SECONDS} seconds' end)`

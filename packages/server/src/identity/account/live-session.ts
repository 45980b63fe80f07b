/** When a session is live. Here because grants ask for it, and sessions that end call them. */
import { BROWSER_SESSION_IDLE_SECONDS, YEAR_SECONDS } from '@kerf/contract/limits'

/** SQL condition: a session is live for a year after its last use if it is remembered, otherwise for a day. */
export const isLiveSession = (alias: string): string =>
  `(${alias}.last_seen > now() - case when ${alias}.remember
      then interval '${YEAR_SECONDS} seconds' else interval '${BROWSER_SESSION_IDLE_SECONDS} seconds' end)`

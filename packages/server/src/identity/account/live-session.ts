/** When a session is live. Not in `session`, because `grant` needs it too and `session` imports `grant`. */
import {
  BROWSER_SESSION_IDLE_SECONDS,
  MACHINE_SESSION_IDLE_SECONDS,
  REMEMBERED_SESSION_IDLE_SECONDS,
} from '@kerf/contract/limits'

/**
 * SQL condition: a session is live for a year after its last use if it is remembered, otherwise for a day. The session of a person at a
 * machine is live for 15 minutes after its last use, and has an end.
 */
export const isLiveSession = (alias: string): string =>
  `(${alias}.last_seen > now() - case when ${alias}.ends_at is not null
      then interval '${MACHINE_SESSION_IDLE_SECONDS} seconds' when ${alias}.remember
      then interval '${REMEMBERED_SESSION_IDLE_SECONDS} seconds' else interval '${BROWSER_SESSION_IDLE_SECONDS} seconds' end
    and (${alias}.ends_at is null or ${alias}.ends_at > now()))`

/**
 * Support codes: shown where a portal page does not start, and read out to support.
 *
 * The letter of the source, the initial of the reason, a dash, and the time in minutes since 1970 in base 36, for example
 * `KR-HTCC0`. Documented in docs/embedding.md.
 */

/**
 * - `offline`: the browser has no network.
 * - `unreachable`: the portal's server did not answer.
 * - `refused`: the frame loaded, but the portal did not connect.
 * - `blocked`: a script or style sheet was blocked.
 * - `slow`: still loading.
 * - `version`: page, SDK or browser are too old for each other.
 */
export type StartFailure = 'offline' | 'unreachable' | 'refused' | 'blocked' | 'slow' | 'version'

/** `K`: found by the embed SDK, outside the page. `P`: found by the portal's own watchdog script. */
export type SupportCodeSource = 'K' | 'P'

const MINUTE_MS = 60_000

/** `now`: Unix time in milliseconds. */
export const formatSupportCode = (
  source: SupportCodeSource,
  reason: StartFailure,
  now = Date.now(),
): string => `${source}${reason[0]}-${Math.floor(now / MINUTE_MS).toString(36)}`.toUpperCase()

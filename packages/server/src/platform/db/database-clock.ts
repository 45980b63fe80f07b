/**
 * The database's clock, kept as an offset to this process's steady clock. A statement that decides by time in a conflict clause
 * takes it as an argument: a sharded database refuses functions there. A wrong or changed clock of this machine has no effect
 * (P-17).
 */
import { ApiError } from '../errors/api-error.ts'
import type { Queryable } from './database.ts'
import { readDatabaseTime } from './database-clock-store.ts'

/** The offset is measured again after this time, in the background. */
const MEASURE_INTERVAL_MS = 30_000
/** Far above what NTP leaves, far below every retention. */
export const CLOCK_DIFFERENCE_MAX_MS = 60_000
/** A jump of both clocks at once may be right, as after a suspension of the machine. Until then nobody is logged out by it. */
const JUMP_DOUBT_MS = 600_000
/** for callers that are refused while the time is doubtful */
const DOUBT_RETRY_SECONDS = 30
/** The machine was suspended if its two clocks differ by more since the last measurement. */
const SUSPENDED_MIN_MS = 1_000

export interface DatabaseClock {
  /** Milliseconds since 1970. Reads the database at the first call only. Rejects if that fails. */
  now(): Promise<number>
  /** Milliseconds by which this machine's clock is ahead of the database's, as last measured; undefined before. */
  skewMs(): number | undefined
  /**
   * Whether the time may decide that something has expired: measures it now. False while the clocks of this machine and of the
   * database differ by more than a minute, and for ten minutes after a jump (S-179).
   */
  isTrusted(): Promise<boolean>
}

/** Throws `system` while the time may not decide that something has expired: a client would forget a session that lives. */
export async function assertTimeTrusted(clock: Pick<DatabaseClock, 'isTrusted'>): Promise<void> {
  if (!(await clock.isTrusted())) throw new ApiError('system', { retryAfter: DOUBT_RETRY_SECONDS })
}

/** The database's time, once, in milliseconds since 1970. */
export async function readTime(on: Queryable): Promise<number> {
  const [row] = await readDatabaseTime(on)
  return Number(row?.ms)
}

export function createDatabaseClock(db: Queryable): DatabaseClock {
  let measured: { readonly offset: number; readonly at: number; readonly wallAt: number } | undefined
  let measuring: Promise<void> | undefined
  let doubtedUntil = 0

  const measure = async (): Promise<void> => {
    const start = performance.now()
    const time = await readTime(db)
    const end = performance.now()
    const offset = time - (start + end) / 2
    if (Math.abs(offset - (measured?.offset ?? offset)) > CLOCK_DIFFERENCE_MAX_MS)
      doubtedUntil = end + JUMP_DOUBT_MS
    measured = { offset, at: end, wallAt: Date.now() }
  }
  const measureOnce = (): Promise<void> => {
    measuring ??= measure().finally(() => {
      measuring = undefined
    })
    return measuring
  }

  // The end of the measurement on both clocks.
  const skewMs = (): number | undefined => measured && measured.wallAt - (measured.at + measured.offset)

  return {
    async now() {
      const isCurrent =
        measured !== undefined &&
        Math.abs(Date.now() - measured.wallAt - (performance.now() - measured.at)) < SUSPENDED_MIN_MS
      if (!isCurrent) await measureOnce()
      else if (performance.now() - (measured?.at ?? 0) > MEASURE_INTERVAL_MS)
        measureOnce().catch(() => undefined)
      return Math.round(performance.now() + (measured?.offset ?? 0))
    },
    skewMs,
    async isTrusted() {
      await measureOnce()
      return Math.abs(skewMs() ?? 0) <= CLOCK_DIFFERENCE_MAX_MS && performance.now() >= doubtedUntil
    },
  }
}

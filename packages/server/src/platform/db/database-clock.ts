/**
 * The database's clock, kept as an offset to this process's steady clock. A statement that decides by time in a conflict clause
 * takes it as an argument: a sharded database refuses functions there. A wrong or changed clock of this machine has no effect
 * (P-17).
 */
import type { Queryable } from './database.ts'
import { readDatabaseTime } from './database-clock-store.ts'

/** The offset is measured again after this time, in the background. */
const MEASURE_INTERVAL_MS = 30_000
/** The machine was suspended if its two clocks differ by more since the last measurement. */
const SUSPENDED_MIN_MS = 1_000

export interface DatabaseClock {
  /** Milliseconds since 1970. Reads the database at the first call only. Rejects if that fails. */
  now(): Promise<number>
  /** Milliseconds by which this machine's clock is ahead of the database's, as last measured; undefined before. */
  skewMs(): number | undefined
}

/** The database's time, once, in milliseconds since 1970. */
export async function readTime(on: Queryable): Promise<number> {
  const [row] = await readDatabaseTime(on)
  return Number(row?.ms)
}

export function createDatabaseClock(db: Queryable): DatabaseClock {
  let measured: { readonly offset: number; readonly at: number; readonly wallAt: number } | undefined
  let measuring: Promise<void> | undefined

  const measure = async (): Promise<void> => {
    const start = performance.now()
    const time = await readTime(db)
    const end = performance.now()
    measured = { offset: time - (start + end) / 2, at: end, wallAt: Date.now() }
  }
  const measureOnce = (): Promise<void> => {
    measuring ??= measure().finally(() => {
      measuring = undefined
    })
    return measuring
  }

  return {
    async now() {
      const isTrusted =
        measured !== undefined &&
        Math.abs(Date.now() - measured.wallAt - (performance.now() - measured.at)) < SUSPENDED_MIN_MS
      if (!isTrusted) await measureOnce()
      else if (performance.now() - (measured?.at ?? 0) > MEASURE_INTERVAL_MS)
        measureOnce().catch(() => undefined)
      return Math.round(performance.now() + (measured?.offset ?? 0))
    },
    // The end of the measurement on both clocks.
    skewMs: () => measured && measured.wallAt - (measured.at + measured.offset),
  }
}

/** Rows of the rate limiter for a million invented names: their size, and the time until they are gone once they expired. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { guessingLimits, unknownSubject } from '../../packages/server/src/identity/account/guessing-limits.ts'
import { sweepTables } from '../../packages/server/src/platform/jobs/sweep.ts'
import { EXPIRING_TABLES } from '../../packages/server/src/platform/jobs/sweep-store.ts'
import { sha256 } from '../../packages/server/src/platform/keys/secrets.ts'
import { createRateLimiter } from '../../packages/server/src/platform/limits/rate-limiter.ts'
import type { Context, Section } from '../harness/context.ts'
import { atMost } from '../harness/figures.ts'

const NAMES = 1_000_000
const NAMES_PER_STATEMENT = 1_000
const MEBIBYTE = 2 ** 20

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** bytes that this process still uses, without garbage */
function liveHeap(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

export const section: Section = {
  title: 'Rate limits of invented names',
  async run({ installation, scale }: Context) {
    const { db } = await installation()
    const count = Math.round(NAMES * scale)
    const fail = (error: Error): void => {
      throw error
    }
    // Sections before this one have left rows.
    const sizeOfRows = async (): Promise<number> => {
      const text = `select pg_total_relation_size('rate_limit') as bytes`
      return Number((await db.query<{ bytes: string }>({ text })).rows[0]?.bytes)
    }
    const limiter = createRateLimiter(db, fail)
    const sizeBefore = await sizeOfRows()
    const heapBefore = liveHeap()
    for (let from = 0; from < count; from += NAMES_PER_STATEMENT) {
      const names = Array.from({ length: NAMES_PER_STATEMENT }, (_, i) =>
        unknownSubject(sha256(`invented ${from + i}`)),
      )
      // With a window of a second, all rows have expired when the sweep begins.
      await limiter.consume(...names.map(name => ({ ...guessingLimits(name).passwordsInARow, seconds: 1 })))
    }
    const heap = liveHeap() - heapBefore
    const size = (await sizeOfRows()) - sizeBefore
    const tables = EXPIRING_TABLES.filter(({ table }) => table === 'rate_limit')
    let longest = 0
    let runs = 0
    for (let deleted = 1; deleted > 0; runs++) {
      const startedAt = performance.now()
      deleted = (await sweepTables(db, tables)).rate_limit ?? 0
      longest = Math.max(longest, performance.now() - startedAt)
    }
    return [
      {
        name: `rows of ${count} names, with indexes`,
        value: size / MEBIBYTE,
        unit: 'MiB',
        limit: atMost(300 * scale + 1),
      },
      {
        name: 'memory of the process that counted them',
        value: Math.max(0, heap) / MEBIBYTE,
        unit: 'MiB',
        limit: atMost(50),
      },
      {
        name: 'longest run of the sweep, at most 50,000 rows',
        value: longest / 1_000,
        unit: 's',
        limit: atMost(30),
        note: `${runs - 1} runs, one every five minutes`,
      },
    ]
  },
}

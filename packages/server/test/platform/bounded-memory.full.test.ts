/** Invented keys against the caches in memory whose keys callers choose (S-130). */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createRecordAppUse } from '../../src/messaging/message/record-app-use.ts'
import { KeyedMutex } from '../../src/platform/concurrency/keyed-mutex.ts'
import { ExhaustedKeys } from '../../src/platform/limits/exhausted-keys.ts'
import { createMemoryFallback } from '../../src/platform/limits/memory-fallback.ts'
import { createMinuteLimit } from '../../src/platform/limits/request-budget.ts'
import { createLruCache } from '../../src/web/page-shell/lru-cache.ts'
import { casesOf } from '../support/corpora.ts'

const MEGABYTE = 2 ** 20
const KEYS = casesOf({ sample: 150_000, whole: 250_000 })
/** By now every bounded cache is full. */
const WARM_UP_KEYS = 50_000
/** The keys after the warm-up take at least 6.5 MB in a cache without a bound. */
const GROWTH_MAX_MB = 5

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

function heapMegabytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed / MEGABYTE
}

const caches: Record<string, () => (key: string) => unknown> = {
  'rate limits without a database': () => {
    const consumeInMemory = createMemoryFallback()
    return key => consumeInMemory([{ key, limit: 100, seconds: 900 }])
  },
  'exhausted keys': () => {
    const exhausted = new ExhaustedKeys()
    return key => exhausted.add({ key, points: 100, wait: 900 })
  },
  'requests per minute': () => createMinuteLimit(60),
  'one at a time per key': () => {
    const mutex = new KeyedMutex()
    return key => mutex.runExclusive(key, async () => undefined)
  },
  'rendered pages': () => {
    const cache = createLruCache<string>(300)
    return key => cache.set(key, key)
  },
  'apps of accounts': () => {
    const record = createRecordAppUse({ query: async () => ({ rows: [] }) as never }, 'portal')
    return key => record(key, 'creative')
  },
}

test.each(Object.keys(caches))('keeps the memory bounded of: %s', async name => {
  const use = caches[name]?.()
  const insert = async (from: number, to: number): Promise<void> => {
    for (let i = from; i < to; i++) await use?.(`fail-row:invented-${i}`)
  }
  await insert(0, WARM_UP_KEYS)
  const before = heapMegabytes()
  await insert(WARM_UP_KEYS, KEYS)
  expect(heapMegabytes() - before).toBeLessThan(GROWTH_MAX_MB)
})

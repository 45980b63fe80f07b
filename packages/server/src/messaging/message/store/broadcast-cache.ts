/**
 * Memory cache of all broadcasts that are visible now or later, without their texts. Ten thousand take one or two megabytes, and
 * counting walks over the cache instead of over a table. A reader passes the version of its own snapshot; a cache that is behind
 * reads the changes first, so counts are exact in every process (docs/decisions/011).
 */
import type { Database } from '../../../platform/db/database.ts'
import { type Broadcast, findBroadcastVersion, listBroadcastChanges } from './broadcast-store.ts'

export interface BroadcastCache {
  /** All broadcasts, earliest start first, of at least this version. */
  atLeast(version: number): Promise<readonly Broadcast[]>
  /** Reads the changes since the last read. */
  refresh(): Promise<void>
  /** Milliseconds to add to `performance.now()` for the time of the database. The wall clock of this machine may jump. */
  clockOffset(): number
}

export async function openBroadcastCache(db: Database): Promise<BroadcastCache> {
  let version = -1
  let clockOffset = 0
  let byId = new Map<number, Broadcast>()
  let sorted: readonly Broadcast[] = []
  let reading: Promise<void> | undefined

  const readChanges = async (): Promise<void> => {
    const [current] = await findBroadcastVersion(db)
    if (!current) return
    const { now } = current
    clockOffset = now - performance.now()
    if (current.version === version) return
    // A lower version means that the database was restored from a backup.
    if (current.version < version) {
      version = -1
      byId = new Map()
    }
    const next = new Map(byId)
    for (const { revoked, ...broadcast } of await listBroadcastChanges(db, {
      version: Math.max(version, 0),
    })) {
      if (revoked) next.delete(broadcast.id)
      else next.set(broadcast.id, broadcast)
    }
    for (const { id, ends } of next.values()) if (ends !== null && ends < now) next.delete(id)
    byId = next
    sorted = [...next.values()].sort((a, b) => a.starts - b.starts || a.id - b.id)
    // Changes that were committed after the version was read are read again next time, which is harmless.
    version = current.version
  }
  /** Concurrent callers share one read. */
  const readOnce = (): Promise<void> => {
    reading ??= readChanges().finally(() => {
      reading = undefined
    })
    return reading
  }
  await readOnce()
  return {
    async atLeast(wanted) {
      while (version < wanted) await readOnce()
      return sorted
    },
    async refresh() {
      // A read that is in progress may have started before the change that the caller knows of.
      await reading?.catch(() => undefined)
      await readOnce()
    },
    clockOffset: () => clockOffset,
  }
}

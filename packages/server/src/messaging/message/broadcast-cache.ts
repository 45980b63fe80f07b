/**
 * Every broadcast on show or to come, without its texts, in the memory of each process: ten thousand weigh a megabyte or
 * two, and a count costs a walk over them instead of over the table. A reader names the version its snapshot had; a board
 * that is behind reads what has changed first, so that a count is exact in every process (decisions 10).
 */
import type { Database } from '../../platform/db/database.ts'
import { type BroadcastRow, broadcastsSince, currentVersion } from './message-store.ts'

export interface BroadcastCache {
  /** Those of at least this version, the earliest first. */
  at(version: number): Promise<readonly BroadcastRow[]>
  /** reads what has changed; gives what is new and what is gone */
  refresh(): Promise<readonly BroadcastRow[]>
  /** milliseconds by which the database's clock is ahead of ours */
  ahead(): number
}

export async function openBroadcastCache(db: Database): Promise<BroadcastCache> {
  let version = -1
  let ahead = 0
  let byId = new Map<number, BroadcastRow>()
  let sorted: readonly BroadcastRow[] = []
  let reading: Promise<readonly BroadcastRow[]> | undefined

  const read = async (): Promise<readonly BroadcastRow[]> => {
    const [now] = await currentVersion(db)
    if (!now) return []
    ahead = now.now - Date.now()
    if (now.version === version) return []
    // Older than what is known: the database was put back from a backup.
    if (now.version < version) {
      version = -1
      byId = new Map()
    }
    const rows = await broadcastsSince(db, Math.max(version, 0))
    const next = new Map(byId)
    for (const row of rows) {
      if (row.gone) next.delete(row.id)
      else next.set(row.id, row)
    }
    for (const row of next.values()) if (row.ends !== null && row.ends < now.now) next.delete(row.id)
    byId = next
    sorted = [...next.values()].sort((a, b) => a.starts - b.starts || a.id - b.id)
    // Committed after the version was read: they are read again next time, which changes nothing.
    version = now.version
    return rows
  }
  /** One at a time; who comes meanwhile waits for one that began after it came. */
  const readOnce = (): Promise<readonly BroadcastRow[]> => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
  await readOnce()
  return {
    async at(wanted) {
      while (version < wanted) await readOnce()
      return sorted
    },
    async refresh() {
      await reading?.catch(() => undefined)
      return readOnce()
    },
    ahead: () => ahead,
  }
}

/** Finds which tokens belong to a live session, for connections that outlive a request. Does not count as a use. */
import type { Queryable } from '../../platform/db/database.ts'
import { findSessions, hashArray } from './session-store.ts'

const BATCH_MAX = 500

export const createFindLiveTokens = (db: Queryable) =>
  /** Takes SHA-256 hashes of tokens; returns those of live sessions, as Latin-1 strings. */
  async function findLiveTokens(hashes: readonly Buffer[]): Promise<ReadonlySet<string>> {
    const live = new Set<string>()
    for (let start = 0; start < hashes.length; start += BATCH_MAX) {
      const batch = hashes.slice(start, start + BATCH_MAX)
      const rows = await findSessions(db, { hashes: hashArray(batch.map(hash => hash.toString('hex'))) })
      for (const { position } of rows) {
        const hash = batch[position - 1]
        if (hash) live.add(hash.toString('latin1'))
      }
    }
    return live
  }

export type FindLiveTokens = ReturnType<typeof createFindLiveTokens>

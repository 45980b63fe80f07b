/** For what stays open longer than a call: which of many tokens still belong to a live session. Not a use of the session. */
import type { Queryable } from '../../platform/db/database.ts'
import { findSessions, hashArray } from './session-store.ts'

const BATCH = 500

export const createFindLiveTokens = (db: Queryable) =>
  async function stillLive(hashes: readonly Buffer[]): Promise<ReadonlySet<string>> {
    const live = new Set<string>()
    for (let at = 0; at < hashes.length; at += BATCH) {
      const asked = hashes.slice(at, at + BATCH)
      for (const { place } of await findSessions(db, hashArray(asked.map(hash => hash.toString('hex'))))) {
        const hash = asked[place - 1]
        if (hash) live.add(hash.toString('latin1'))
      }
    }
    return live
  }

export type FindLiveTokens = ReturnType<typeof createFindLiveTokens>

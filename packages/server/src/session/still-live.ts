/** For what stays open longer than a call: which of many tokens still belong to a live session. Not a use of the session. */
import type { Queryable } from '../db/database.ts'
import { findSessions } from './session-store.ts'

const BATCH = 500

export const createStillLive = (db: Queryable) =>
  async function stillLive(hashes: readonly Buffer[]): Promise<ReadonlySet<string>> {
    const live = new Set<string>()
    for (let at = 0; at < hashes.length; at += BATCH)
      for (const row of await findSessions(db, hashes.slice(at, at + BATCH)))
        live.add(row.token_hash.toString('latin1'))
    return live
  }

export type StillLive = ReturnType<typeof createStillLive>

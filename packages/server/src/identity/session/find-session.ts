/** Finds sessions by the hashes of their tokens, together on one database and one shard each on a distributed one. */
import type { Queryable } from '../../platform/db/database.ts'
import { findSession, findSessions, hashArray, type SessionRow } from './session-store.ts'
import { findSessionRoute } from './store/session-token-store.ts'

/** What finds a session. */
export interface SessionLookup {
  /** SHA-256 of the token, hexadecimal */
  readonly hash: string
  /** undefined: the token does not name its account */
  readonly uid: string | undefined
}

/** Asks the shard of the account, and before that the one of the hash if the token does not name its account. */
export async function findSessionOnShard(
  on: Queryable,
  { hash, uid: named }: SessionLookup,
): Promise<Omit<SessionRow, 'position'> | undefined> {
  const uid = named ?? (await findSessionRoute(on, { tokenHash: Buffer.from(hash, 'hex') }))[0]?.uid
  if (uid === undefined) return undefined
  const [row] = await findSession(on, { uid, hash: `\\x${hash}` })
  return row
}

const BATCH_MAX = 500

export const createFindLiveTokens = (db: Queryable, isDistributed: boolean) =>
  /** For connections that outlive a request. Returns the hashes of live sessions. Does not count as a use. */
  async function findLiveTokens(lookups: readonly SessionLookup[]): Promise<ReadonlySet<string>> {
    const live = new Set<string>()
    for (let start = 0; start < lookups.length; start += BATCH_MAX) {
      const batch = lookups.slice(start, start + BATCH_MAX)
      if (isDistributed) {
        const rows = await Promise.all(batch.map(lookup => findSessionOnShard(db, lookup)))
        for (const [index, row] of rows.entries()) if (row) live.add(batch[index]?.hash ?? '')
      } else {
        const rows = await findSessions(db, { hashes: hashArray(batch.map(({ hash }) => hash)) })
        for (const { position } of rows) live.add(batch[position - 1]?.hash ?? '')
      }
    }
    return live
  }

export type FindLiveTokens = ReturnType<typeof createFindLiveTokens>

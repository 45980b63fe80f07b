/** Finds sessions by the hashes of their tokens, together on one database and one shard each on a distributed one. */
import type { Queryable } from '../../platform/db/database.ts'
import { assertTimeTrusted, type DatabaseClock } from '../../platform/db/database-clock.ts'
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

/** The session, if it is live. Throws `system` if only time has ended it while the time is doubtful (S-179). */
export async function requireLive<R extends { readonly live: boolean }>(
  clock: Pick<DatabaseClock, 'isTrusted'>,
  row: R | undefined,
): Promise<R | undefined> {
  if (!row || row.live) return row
  await assertTimeTrusted(clock)
  return undefined
}

const BATCH_MAX = 500

export const createFindLiveTokens = (
  db: Queryable,
  clock: Pick<DatabaseClock, 'isTrusted'>,
  isDistributed: boolean,
) =>
  /** For connections that outlive a request. Returns the hashes of live sessions, and of those that only a doubtful time has ended. Does not count as a use. */
  async function findLiveTokens(lookups: readonly SessionLookup[]): Promise<ReadonlySet<string>> {
    const live = new Set<string>()
    const add = async (row: { readonly live: boolean } | undefined, lookup: SessionLookup | undefined) => {
      if (row && lookup && (row.live || !(await clock.isTrusted()))) live.add(lookup.hash)
    }
    for (let start = 0; start < lookups.length; start += BATCH_MAX) {
      const batch = lookups.slice(start, start + BATCH_MAX)
      if (isDistributed) {
        const rows = await Promise.all(batch.map(lookup => findSessionOnShard(db, lookup)))
        for (const [index, row] of rows.entries()) await add(row, batch[index])
      } else {
        const rows = await findSessions(db, { hashes: hashArray(batch.map(({ hash }) => hash)) })
        for (const row of rows) await add(row, batch[row.position - 1])
      }
    }
    return live
  }

export type FindLiveTokens = ReturnType<typeof createFindLiveTokens>

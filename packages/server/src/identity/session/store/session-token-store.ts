/** Forms of session tokens: table `session_route` finds the accounts of tokens that do not name theirs. */
import { type Queryable, statement } from '../../../platform/db/database.ts'

/** Seconds until new sessions get tokens that name their account; 0: they do. */
export const findSecondsUntilRoutable = statement<{ seconds: number }>(
  'session_token.seconds_until_routable',
  `select greatest(0, date_part('epoch', routable_from - now())) as seconds from session_token_form`,
)

export const findSessionRoute = statement<{ uid: string }, { tokenHash: Buffer }>(
  'session_route.find',
  'select uid from session_route where token_hash = $tokenHash',
)

/** Routes of one slice. */
export const ROUTES_SLICE_MAX = 1_000

export interface SessionRoute {
  readonly token_hash: Buffer
  readonly uid: string
}

export const listSessionRoutes = statement<SessionRoute, { after: Buffer }>(
  'session_route.slice',
  `select token_hash, uid from session_route where token_hash > $after order by token_hash limit ${ROUTES_SLICE_MAX}`,
  { scope: 'every shard', because: 'sweep' },
)

export const listExistingTokens = statement<
  { token_hash: Buffer },
  { uids: readonly string[]; hashes: readonly Buffer[] }
>(
  'session_route.existing',
  `select token_hash from session
    where uid = any($uids::uuid[]) and token_hash = any($hashes::bytea[])`,
  { scope: 'every shard', because: 'sweep' },
)

export const deleteSessionRoutes = statement<{ found: 1 }, { hashes: readonly Buffer[] }>(
  'session_route.delete',
  'delete from session_route where token_hash = any($hashes::bytea[]) returning 1 as found',
  { scope: 'every shard', because: 'sweep' },
)

const insertMissingRoutes = statement<{ found: 1 }>(
  'session_route.insert_missing',
  `insert into session_route (token_hash, uid) select token_hash, uid from session
   on conflict do nothing returning 1 as found`,
  { scope: 'every shard', because: 'operator' },
)

/**
 * To be called before the tables are distributed: servers of a former version may have started sessions since the migration, and a
 * session does not tell the form of its token. Returns how many routes were missing.
 */
export const addMissingSessionRoutes = async (on: Queryable): Promise<number> =>
  (await insertMissingRoutes(on)).length

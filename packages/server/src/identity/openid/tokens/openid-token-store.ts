/** Table `openid_token`. A token is read together with all that can end it: its grant, its session, its account. Claims come from the account. */

import { type Database, type Queryable, statement } from '../../../platform/db/database.ts'
import { epochSeconds } from '../../../platform/db/epoch.ts'
import { isLiveSession } from '../../account/live-session.ts'
import type { ConsentDetails, GrantRow } from '../../grant/grant-store.ts'
import { touchSession } from '../../session/session-store.ts'

/** What claims are made of. */
export interface SubjectRow {
  readonly uid: string
  readonly nickname: string
  readonly user_name: string
  readonly email: string
  readonly headpic: string
  readonly gender: '' | 'male' | 'female'
  /** YYYY-MM-DD */
  readonly birthday: string | null
  readonly country: string
  readonly region: string
  readonly lang: 'en' | 'zh'
  readonly enterprise_id: string | null
  /** unix seconds */
  readonly updated_at: number
}

const SUBJECT_COLUMNS = `a.uid, a.nickname, a.user_name, a.email, a.headpic, a.gender,
          to_char(a.birthday, 'YYYY-MM-DD') as birthday, a.country, a.region, a.lang, a.enterprise_id,
          ${epochSeconds('a.updated_at')} as updated_at`

export const findSubject = statement<SubjectRow, { uid: string }>(
  'openid.subject',
  `select ${SUBJECT_COLUMNS} from account a where a.uid = $uid and a.status <> 'banned'`,
)

export interface TokenKey {
  readonly uid: string
  readonly hash: Buffer
}

interface StoredAccess extends SubjectRow, GrantRow, ConsentDetails {
  readonly has_session: boolean
  readonly is_session_live: boolean
  readonly is_first_use: boolean
  readonly is_touch_due: boolean
}

/** What a token depends on. */
export interface AccessRow {
  readonly grant: GrantRow
  readonly subject: SubjectRow
  readonly hasSession: boolean
  /** false with `hasSession`: only time has ended it */
  readonly isSessionLive: boolean
  /** what the person agreed to last for this app */
  readonly consent: ConsentDetails
}

const toAccess = (row: StoredAccess): AccessRow => ({
  grant: row,
  subject: row,
  hasSession: row.has_session,
  isSessionLive: row.is_session_live,
  consent: row,
})

const ACCESS_COLUMNS = `g.id, g.client_id, g.session, g.scopes, g.resources, g.offline,
          ${epochSeconds('g.expires_at')} as expires_at,
          s.handle is not null as has_session,
          coalesce(${isLiveSession('s')}, false) as is_session_live,
          s.ends_at is not null and s.last_seen < now() - interval '1 minute' as is_touch_due,
          c.details, c.details_version, ${SUBJECT_COLUMNS}`

const ACCESS_JOINS = `join account a on a.uid = g.uid
     left join session s on s.uid = g.uid and s.handle = g.session
     left join openid_consent c on c.uid = g.uid and c.client_id = g.client_id`

/** `refreshHash`: of the refresh token that was issued with the access token, if a refresh issued both. */
type AccessKey = TokenKey & { readonly grantId: string; readonly refreshHash: Buffer | null }
/** Matches no token. Citus refuses the join with null. */
const NO_HASH = Buffer.alloc(0)

const findAccessRow = statement<StoredAccess, AccessKey & { readonly refreshHash: Buffer }>(
  'openid.access',
  `select ${ACCESS_COLUMNS}, r.hash is not null as is_first_use
     from openid_grant g
     ${ACCESS_JOINS}
     left join openid_token t on t.uid = g.uid and t.hash = $hash
     left join openid_token r on r.uid = g.uid and r.hash = $refreshHash
                             and cardinality(r.used_at) > 0 and r.used_at[1] is null
    where g.uid = $uid and g.id = $grantId and a.status <> 'banned' and t.hash is null`,
)

/** The refresh token before it is valid for `REPLACED_TTL_SECONDS` more. */
const markUsed = statement<never, TokenKey>(
  'openid.mark_used',
  `update openid_token set used_at[1] = now()
    where uid = $uid and hash = $hash and cardinality(used_at) > 0 and used_at[1] is null`,
)

/** What an access token depends on; undefined if that has ended, or the token was revoked. */
export async function findAccess(db: Database, key: AccessKey): Promise<AccessRow | undefined> {
  const [row] = await findAccessRow(db.sharedReads, { ...key, refreshHash: key.refreshHash ?? NO_HASH })
  if (row?.is_first_use && key.refreshHash) await markUsed(db, { uid: key.uid, hash: key.refreshHash })
  // Use of a token is the only use of a session at a machine, which ends when it is idle. Others have a browser.
  if (row?.is_touch_due && row.is_session_live) await touchSession(db, { uid: key.uid, handle: row.session })
  return row && toAccess(row)
}

/** Both processes of an app that refresh at once have stored the answer of one of them by then. */
const REPLACED_TTL_SECONDS = 60
/** Successors of one token within that time. */
export const SUCCESSORS_MAX = 16

interface StoredToken extends StoredAccess {
  readonly kind: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly token_expires_at: number
  readonly consumed: boolean
  readonly successors: number
  readonly is_valid: boolean
}

export interface TokenRow extends AccessRow {
  readonly kind: string
  readonly payload: Readonly<Record<string, unknown>>
  /** unix seconds */
  readonly expiresAt: number
  readonly consumed: boolean
  /** position of the stored one among the given values: 0 for a token that was not replaced */
  readonly successors: number
  /** false: its successor was used more than 60 seconds ago */
  readonly isValid: boolean
}

const SUCCESSORS = 'array_position($hashes::bytea[], t.hash) - 1'

const findTokenRow = statement<StoredToken, { uid: string; hashes: readonly Buffer[] }>(
  'openid.token',
  `select t.kind, t.payload, t.consumed_at is not null as consumed, ${SUCCESSORS} as successors,
          ${SUCCESSORS} <= cardinality(t.used_at) and coalesce(t.used_at[${SUCCESSORS}], now())
            > now() - interval '${REPLACED_TTL_SECONDS} seconds' as is_valid,
          ${epochSeconds('t.expires_at')} as token_expires_at, ${ACCESS_COLUMNS}
     from openid_token t
     join openid_grant g on g.uid = t.uid and g.id = t.grant_id
     ${ACCESS_JOINS}
    where t.uid = $uid and t.hash = any($hashes) and a.status <> 'banned'`,
)

/**
 * A code or refresh token; undefined also if its grant or account has ended. `hashes`: of the token and of those that replaced it, as
 * far as they may have been issued.
 */
export async function findToken(
  on: Queryable,
  key: { readonly uid: string; readonly hashes: readonly Buffer[] },
): Promise<TokenRow | undefined> {
  const [row] = await findTokenRow(on, key)
  return row && toTokenRow(row)
}

function toTokenRow(row: StoredToken): TokenRow {
  const { kind, payload, token_expires_at: expiresAt, consumed, successors, is_valid: isValid } = row
  return { ...toAccess(row), kind, payload, expiresAt, consumed, successors, isValid }
}

export interface NewToken extends TokenKey {
  readonly kind: string
  readonly grantId: string
  /** JSON */
  readonly payload: string
  readonly ttlSeconds: number
}

/** Nothing is stored for a grant that has ended meanwhile. */
export const insertToken = statement<{ hash: Buffer }, NewToken>(
  'openid.insert_token',
  `insert into openid_token as t (uid, hash, kind, grant_id, payload, expires_at)
   select g.uid, $hash, $kind, g.id, $payload::jsonb, now() + make_interval(secs => $ttlSeconds)
     from openid_grant g where g.uid = $uid and g.id = $grantId
       on conflict do nothing returning t.hash`,
)

/** No row: it was consumed before. One of several calls at once succeeds (RFC 6749, section 4.1.2). */
export const consumeCode = statement<{ hash: Buffer }, TokenKey>(
  'openid.consume_code',
  `update openid_token set consumed_at = now()
    where uid = $uid and hash = $hash and consumed_at is null returning hash`,
)

interface RefreshTokenUse extends TokenKey {
  readonly grantId: string
  readonly clientId: string
  readonly successorHash: Buffer
  readonly ttlSeconds: number
}

const replaceRefreshTokenRow = statement<
  Omit<StoredToken, 'consumed' | 'successors' | 'is_valid'>,
  RefreshTokenUse
>(
  'openid.replace_refresh_token',
  `with t as (
     update openid_token
        set hash = $successorHash, expires_at = now() + make_interval(secs => $ttlSeconds),
            used_at = array[null, least(used_at[1], now())] || used_at[2:${SUCCESSORS_MAX - 1}]
      where uid = $uid and hash = $hash and kind = 'RefreshToken' and expires_at > now()
        and grant_id = (select id from openid_grant where uid = $uid and id = $grantId and client_id = $clientId)
  returning uid, grant_id, kind, payload, expires_at
   )
   select t.kind, t.payload, ${epochSeconds('t.expires_at')} as token_expires_at, ${ACCESS_COLUMNS}
     from t
     join openid_grant g on g.uid = t.uid and g.id = t.grant_id
     ${ACCESS_JOINS}
    where g.uid = $uid and a.status <> 'banned'`,
)

/**
 * Reads a refresh token of the client and puts its successor in its place, in one statement. undefined: it was replaced before, or the
 * token, its grant or the account has ended. One of several calls at once succeeds; the others find what it stored. A call that is
 * refused later has changed nothing for the app: the replaced token is valid until the first use of the successor.
 */
export async function replaceRefreshToken(db: Database, use: RefreshTokenUse): Promise<TokenRow | undefined> {
  const [row] = await replaceRefreshTokenRow(db, use)
  return row && toTokenRow({ ...row, consumed: false, successors: 0, is_valid: true })
}

export const deleteToken = statement<never, TokenKey>(
  'openid.delete_token',
  'delete from openid_token where uid = $uid and hash = $hash',
)

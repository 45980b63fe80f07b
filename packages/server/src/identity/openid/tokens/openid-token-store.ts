/** Table `openid_token`. A token is read together with all that can end it: its grant, its session, its account. */
import { type Queryable, statement } from '../../../platform/db/database.ts'
import { isLiveSession } from '../../account/live-session.ts'
import type { GrantRow } from '../../grant/grant-store.ts'

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
          floor(extract(epoch from a.updated_at))::float8 as updated_at`

export const findSubject = statement<SubjectRow, { uid: string }>(
  'openid.subject',
  `select ${SUBJECT_COLUMNS} from account a where a.uid = $uid and a.status <> 'banned'`,
)

export interface TokenKey {
  readonly uid: string
  readonly hash: Buffer
}

interface StoredAccess extends SubjectRow, GrantRow {
  readonly is_session_live: boolean
}

/** What a token depends on. */
export interface AccessRow {
  readonly grant: GrantRow
  readonly subject: SubjectRow
  readonly isSessionLive: boolean
}

const toAccess = (row: StoredAccess): AccessRow => ({
  grant: row,
  subject: row,
  isSessionLive: row.is_session_live,
})

const ACCESS_COLUMNS = `g.id, g.client_id, g.session, g.scopes, g.resources, g.offline,
          floor(extract(epoch from g.expires_at))::float8 as expires_at,
          s.handle is not null as is_session_live, ${SUBJECT_COLUMNS}`

const ACCESS_JOINS = `join account a on a.uid = g.uid
     left join session s on s.uid = g.uid and s.handle = g.session and ${isLiveSession('s')}`

const findAccessRow = statement<StoredAccess, TokenKey & { grantId: string }>(
  'openid.access',
  `select ${ACCESS_COLUMNS}
     from openid_grant g
     ${ACCESS_JOINS}
     left join openid_token t on t.uid = g.uid and t.hash = $hash
    where g.uid = $uid and g.id = $grantId and a.status <> 'banned' and t.hash is null`,
)

/** What an access token depends on; undefined if that has ended, or the token was revoked. */
export async function findAccess(
  on: Queryable,
  key: TokenKey & { grantId: string },
): Promise<AccessRow | undefined> {
  const [row] = await findAccessRow(on, key)
  return row && toAccess(row)
}

interface StoredToken extends StoredAccess {
  readonly kind: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly token_expires_at: number
  readonly consumed: boolean
}

export interface TokenRow extends AccessRow {
  readonly kind: string
  readonly payload: Readonly<Record<string, unknown>>
  /** unix seconds */
  readonly expiresAt: number
  readonly consumed: boolean
}

const findTokenRow = statement<StoredToken, TokenKey>(
  'openid.token',
  `select t.kind, t.payload, t.consumed_at is not null as consumed,
          floor(extract(epoch from t.expires_at))::float8 as token_expires_at, ${ACCESS_COLUMNS}
     from openid_token t
     join openid_grant g on g.uid = t.uid and g.id = t.grant_id
     ${ACCESS_JOINS}
    where t.uid = $uid and t.hash = $hash and a.status <> 'banned'`,
)

/** A code or refresh token; undefined also if its grant or account has ended. */
export async function findToken(on: Queryable, key: TokenKey): Promise<TokenRow | undefined> {
  const [row] = await findTokenRow(on, key)
  if (!row) return undefined
  const { kind, payload, token_expires_at: expiresAt, consumed } = row
  return { ...toAccess(row), kind, payload, expiresAt, consumed }
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

/** Puts a refresh token in the place of the one that was used. No row: another call did, or the grant ended (RFC 9700, section 4.14.2). */
export const replaceRefreshToken = statement<
  { hash: Buffer },
  Omit<NewToken, 'kind'> & { replacedHash: Buffer }
>(
  'openid.replace_refresh_token',
  `update openid_token set hash = $hash, payload = $payload::jsonb, expires_at = now() + make_interval(secs => $ttlSeconds)
    where uid = $uid and hash = $replacedHash and grant_id = $grantId returning hash`,
)

export const deleteToken = statement<never, TokenKey>(
  'openid.delete_token',
  'delete from openid_token where uid = $uid and hash = $hash',
)

/** A grant lives as long as its tokens. Written once a day at most. */
export const extendGrant = statement<never, { uid: string; grantId: string; ttlSeconds: number }>(
  'openid.extend_grant',
  `update openid_grant set expires_at = now() + make_interval(secs => $ttlSeconds)
    where uid = $uid and id = $grantId`,
)

/** Grants of a session. No row: it has ended, or nothing was granted in it. */
export const listSessionGrants = statement<
  { id: string; client_id: string },
  { uid: string; session: string }
>(
  'openid.session_grants',
  `select g.id, g.client_id from openid_grant g
     join session s on s.uid = g.uid and s.handle = g.session
    where g.uid = $uid and g.session = $session and ${isLiveSession('s')}`,
)

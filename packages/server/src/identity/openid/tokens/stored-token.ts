/** What the rows of authorization codes and refresh tokens have in common. */
import type { GrantEnd } from '@kerf/contract/openid/grant-end'
import type { Context, Payload } from 'oidc-provider/lib/provider.js'
import * as v from 'valibot'
import type { Database } from '../../../platform/db/database.ts'
import { assertTimeTrusted, type DatabaseClock } from '../../../platform/db/database-clock.ts'
import type { PlatformServices } from '../../../platform/services.ts'
import { deleteGrant } from '../../grant/grant-store.ts'
import { type AccessRow, deleteToken, insertToken, type TokenRow } from './openid-token-store.ts'
import { grantName, parseName } from './request-state.ts'
import { hashTokenValue, parseTokenValue, type StoredTokenKind, type TokenOwner } from './token-value.ts'

export interface Adapter {
  find?(id: string): Promise<Payload | undefined>
  findByUserCode?(code: string): Promise<Payload | undefined>
  upsert?(id: string, payload: Payload, ttlSeconds: number): Promise<void>
  consume?(id: string): Promise<void>
  destroy?(id: string): Promise<void>
  revokeByGrantId?(grant: string): Promise<void>
}

export interface TokenReuse {
  readonly kind: StoredTokenKind
  readonly uid: string
  readonly clientId: string
}

export interface TokenDependencies extends Pick<PlatformServices, 'db' | 'clock'> {
  /** `keys.openid` */
  readonly key: Buffer
  /** the context of the request that runs */
  readonly context: () => Context | undefined
  /** the error that the token endpoint answers */
  readonly refuse: (reason: string) => Error
  /** a refresh token or a code was used again: it may be stolen */
  readonly onReuse: (reuse: TokenReuse, context: Context | undefined) => Promise<void>
}

export async function endGrant(db: Database, uid: string, id: string, reason: GrantEnd): Promise<void> {
  await db.transaction(tx => deleteGrant(tx, { uid, id }, reason))
}

/** Ends the whole grant: the server cannot know which of the two callers is the thief (RFC 9700, section 4.14.2). */
export async function endReused(
  { db, onReuse, context }: TokenDependencies,
  grantId: string,
  reuse: TokenReuse,
): Promise<void> {
  await endGrant(db, reuse.uid, grantId, reuse.kind === 'RefreshToken' ? 'token_reused' : 'code_reused')
  await onReuse(reuse, context())
}

/** Throws `system` if only time has ended the session while the time is doubtful (S-179). */
export async function hasSessionEnded(
  clock: Pick<DatabaseClock, 'isTrusted'>,
  { hasSession, isSessionLive }: Pick<AccessRow, 'hasSession' | 'isSessionLive'>,
): Promise<boolean> {
  if (hasSession && !isSessionLive) await assertTimeTrusted(clock)
  return !isSessionLive
}

/** Of a token: what it names, what the database has, and its payload for the library. */
export const toPayload = (
  kind: StoredTokenKind,
  value: string,
  { uid, grantId }: TokenOwner,
  row: TokenRow,
): Payload => ({
  ...row.payload,
  jti: value,
  kind,
  accountId: uid,
  clientId: row.grant.client_id,
  grantId: grantName(uid, grantId),
  exp: row.expiresAt,
  ...(row.consumed && { consumed: row.expiresAt }),
})

export async function insertStored(
  { db, refuse }: TokenDependencies,
  kind: StoredTokenKind,
  value: string,
  payload: Payload,
  ttlSeconds: number,
): Promise<void> {
  const { jti, kind: _, accountId, clientId, grantId: name, exp, ...rest } = payload
  const { uid, id: grantId } = parseName(String(name))
  const hash = hashTokenValue(value)
  const stored = await insertToken(db, {
    uid,
    grantId,
    hash,
    kind,
    payload: JSON.stringify(rest),
    ttlSeconds,
  })
  if (stored.length === 0) throw refuse('the grant has ended')
}

/** Authorization details, as a token has them: not a copy, but the version that the consent had. */
export const DetailsReference = v.tuple([v.object({ type: v.literal('machine'), version: v.string() })])

/** Whether the person has chosen other machines since, or the consent has ended. */
export const areDetailsReplaced = ({ rar }: Payload, { consent }: AccessRow): boolean =>
  rar !== undefined && v.parse(DetailsReference, rar)[0].version !== consent.details_version

export const endings = ({ db, key }: TokenDependencies, kind: StoredTokenKind): Adapter => ({
  async destroy(value) {
    const parsed = parseTokenValue(key, kind, value)
    if (parsed) await deleteToken(db, parsed)
  },
  // The provider deletes the grant, and its tokens with it.
  async revokeByGrantId() {},
})

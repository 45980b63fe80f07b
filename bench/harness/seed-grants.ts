/** Seeds offline grants of apps by direct inserts. */
import { DAY_SECONDS } from '@kerf/contract/limits'
import { upsertGrant } from '../../packages/server/src/identity/grant/grant-store.ts'
import { insertToken } from '../../packages/server/src/identity/openid/tokens/openid-token-store.ts'
import {
  createTokenValue,
  parseTokenValue,
} from '../../packages/server/src/identity/openid/tokens/token-value.ts'
import { randomHandle } from '../../packages/server/src/platform/keys/secrets.ts'
import type { Installation } from './installation.ts'

const TTL_SECONDS = 90 * DAY_SECONDS

export interface OfflineGrant {
  readonly uid: string
  /** handle of the session that the grant was made in */
  readonly session: string
  readonly clientId: string
  readonly scopes: readonly string[]
}

/** Grants offline access to an app, as a consent does. Returns its first refresh token. */
export async function seedOfflineGrant(
  { db, keys }: Pick<Installation, 'db' | 'keys'>,
  { uid, session, clientId, scopes }: OfflineGrant,
): Promise<string> {
  const [grant] = await upsertGrant(db, {
    ...{ uid, clientId, id: randomHandle(), session, scopes },
    ...{ resources: [], offline: true, ttlSeconds: TTL_SECONDS },
  })
  const value = createTokenValue(keys.openid, 'RefreshToken', { uid, grantId: grant?.id ?? '' })
  const parsed = parseTokenValue(keys.openid, 'RefreshToken', value)
  if (!parsed) throw new Error('the token cannot be read')
  const payload = {
    iat: Math.floor(Date.now() / 1_000),
    scope: scopes.join(' '),
    gty: 'authorization_code',
  }
  await insertToken(db, {
    ...parsed,
    kind: 'RefreshToken',
    payload: JSON.stringify(payload),
    ttlSeconds: TTL_SECONDS,
  })
  return value
}

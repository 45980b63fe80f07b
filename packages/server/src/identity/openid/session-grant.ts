/** The grant of a session for an app: what oidc-provider issues tokens from. */
import type { Context, Payload } from 'oidc-provider/lib/provider.js'
import type { Database } from '../../platform/db/database.ts'
import { randomHandle } from '../../platform/keys/secrets.ts'
import type { AppRegistry } from '../app/app-registry.ts'
import { GRANT_TTL_SECONDS, type GrantRow, upsertGrant } from '../grant/grant-store.ts'
import { type ApiSources, openIdScopes, scopesAt, storedScopes } from './tokens/api-scopes.ts'
import { claimsOfScopes } from './tokens/openid-claims.ts'
import { grantName, parseName } from './tokens/request-state.ts'

/** As a grant's model. */
export const grantPayload = (uid: string, grant: GrantRow, apis: Pick<ApiSources, 'findApi'>): Payload => {
  return {
    jti: grantName(uid, grant.id),
    kind: 'Grant',
    accountId: uid,
    clientId: grant.client_id,
    iat: 0,
    exp: grant.expires_at,
    openid: { scope: openIdScopes(grant.scopes).join(' '), claims: claimsOfScopes(grant.scopes) },
    ...(grant.resources.length > 0 && {
      resources: Object.fromEntries(
        grant.resources.map(resource => [resource, scopesAt(resource, grant.scopes, apis).join(' ')]),
      ),
    }),
  }
}

interface SessionGrantDependencies {
  readonly db: Database
  readonly apis: Pick<AppRegistry, 'findClient'> & ApiSources
  /** the scopes to which the person agreed, for a third party */
  readonly consentedScopes: (uid: string, clientId: string) => Promise<readonly string[]>
}

/** Writes what the request adds to the session's grant, and returns the grant's model. Undefined without the consent that a third party needs. */
export async function storeSessionGrant(
  { db, apis, consentedScopes }: SessionGrantDependencies,
  { oidc: { client, session, params, resourceServers } }: Context,
): Promise<Payload | undefined> {
  const app = client && apis.findClient(client.clientId)
  if (!app || session?.accountId === undefined) return undefined
  const scopes = storedScopes(params ?? {}, app, apis)
  const uid = session.accountId
  if (app.party === 'third') {
    const consented = await consentedScopes(uid, app.clientId)
    if (!scopes.every(scope => consented.includes(scope))) return undefined
  }
  const [row] = await upsertGrant(db, {
    uid,
    id: randomHandle(),
    clientId: app.clientId,
    session: parseName(session.uid).id,
    scopes,
    resources: Object.keys(resourceServers),
    offline: scopes.includes('offline_access'),
    ttlSeconds: GRANT_TTL_SECONDS,
  })
  return row && grantPayload(uid, row, apis)
}

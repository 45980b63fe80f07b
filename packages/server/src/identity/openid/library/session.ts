/**
 * oidc-provider 9.13.3: `Session.get`, `Session.findByUid`, and of each session `sidFor` and `destroyed`.
 * The person's session is the portal's. The provider neither stores sessions nor sets cookies for them.
 */
import type { Context, Payload, Provider, Session } from 'oidc-provider/lib/provider.js'
import type { PlatformServices } from '../../../platform/services.ts'
import { listSessionGrants } from '../../grant/grant-store.ts'
import type { SessionClaims } from '../../session/session-claims.ts'
import { sessionIdFor } from '../tokens/openid-claims.ts'
import { grantName, parseName, stateOf } from '../tokens/request-state.ts'

export interface SessionDependencies extends Pick<PlatformServices, 'db'> {
  readonly key: Buffer
  /** the live session of the request, if the person authenticated in this browser */
  readonly signedIn: (context: Context) => Promise<SessionClaims | undefined>
  readonly context: () => Context | undefined
}

export function replaceSessions(
  provider: Provider,
  { db, key, signedIn, context }: SessionDependencies,
): void {
  const createSession = (uid?: string, handle = '', rest: Payload = {}): Session => {
    const name = uid === undefined ? undefined : grantName(uid, handle)
    const session = provider.Session.instantiate({
      ...(name !== undefined && { jti: name, uid: name, accountId: uid }),
      ...rest,
    })
    session.sidFor = clientId => sessionIdFor(key, handle, clientId)
    // A destroyed session is not saved and gets no cookie.
    Object.defineProperty(session, 'destroyed', { value: true })
    return session
  }
  provider.Session.get = async ctx => {
    const claims = await signedIn(ctx)
    const session = claims
      ? createSession(claims.uid, claims.handle, {
          loginTs: Math.floor(claims.authenticated_at),
          acr: claims.acr,
          ...(claims.amr.length > 0 && { amr: claims.amr }),
        })
      : createSession()
    if (claims) session.authenticationAge = claims.authentication_age
    ctx.oidc.entity('Session', session)
    return session
  }
  // Of the session that a token is bound to. The token's statement has found whether it is live.
  provider.Session.findByUid = async name => {
    const { access } = stateOf(context())
    const { uid, id } = parseName(name)
    const isLoaded = access?.grant.session === id && access.subject.uid === uid
    const grants =
      isLoaded && access.isSessionLive ? [access.grant] : await listSessionGrants(db, { uid, session: id })
    if (grants.length === 0) return undefined
    const authorizations = grants.map(grant => [grant.client_id, { grantId: grantName(uid, grant.id) }])
    return createSession(uid, id, { authorizations: Object.fromEntries(authorizations) })
  }
}

/** Which sessions and apps may make which calls. */
import { TOKEN_COOKIE } from '@kerf/contract/cookie-names'
import type { Endpoint } from '@kerf/contract/endpoint'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { CallContext as CallContextOf } from '../../web/call-context.ts'
import type { CallGuard } from '../../web/call-guard.ts'
import type { PageVisits as PageVisitsOf } from '../../web/page-visit.ts'
import { type CookieSettings, singleCookie } from '../../web/request/cookies.ts'
import { type HttpRequest, readCookieOptions } from '../../web/request/request-reader.ts'
import type { AddRoute as AddRouteOf } from '../../web/route.ts'
import type { AppRegistry, RegisteredApp } from '../app/app-registry.ts'
import type { SessionCheck, SessionClaims } from './session-claims.ts'
import { clearedTokenCookies, signOutCookies } from './session-cookies.ts'
import { cookieTokens, headerToken } from './session-secrets.ts'

export type AddRoute = AddRouteOf<SessionClaims, RegisteredApp>
/** The context of a call with any access. */
export type CallContext = CallContextOf<unknown, unknown, SessionClaims>

export type PageVisits = PageVisitsOf<SessionClaims>

/** The live session of the token in the header of a request that is no call. Throws like a call. */
export type SignedInCheck = (request: HttpRequest) => Promise<SessionClaims>

export interface CallGuardOptions {
  readonly sessions: SessionCheck
  readonly apps: Pick<AppRegistry, 'authenticate'>
  readonly cookies: () => CookieSettings
  readonly isBanned: (caller: { readonly ip: string }) => boolean
}

const isAllowedWithDefaultPassword = ({ underDefaultPassword }: Endpoint, session: SessionClaims): boolean =>
  underDefaultPassword === 'always' || (underDefaultPassword !== 'never' && !session.must_change_password)

function assertAccess(endpoint: Endpoint, session: SessionClaims): void {
  if (endpoint.access !== 'signed-in' && session.kind !== endpoint.access) throw new ApiError('authority')
  if (session.default_password && !isAllowedWithDefaultPassword(endpoint, session))
    throw new ApiError('authority')
}

export function createCallGuard({ sessions, apps, cookies, isBanned }: CallGuardOptions) {
  /** A caller that gets `expired_login` forgets its token: that of the cookie may live, and the call needs it in the header. */
  const refuseWithoutHeader = async (request: HttpRequest): Promise<never> => {
    const token = singleCookie(request.headers.cookie, TOKEN_COOKIE)
    if (token !== undefined && (await sessions.check(token)))
      throw new ApiError('authority', { fields: { [TOKEN_HEADER]: 'required' } })
    throw new ApiError('expired_login')
  }
  const guard: CallGuard<SessionClaims, RegisteredApp> = {
    // The cookie counts only if there is exactly one (S-045, S-046).
    requireSession(request, reply, endpoint) {
      const acceptsCookie = endpoint.method === 'GET' && endpoint.tokenIn !== 'header'
      const sent = headerToken(request)
      const [ofCookie, ...others] = sent === undefined && acceptsCookie ? cookieTokens(request) : []
      if (others.length > 0)
        reply.header('set-cookie', clearedTokenCookies(cookies(), readCookieOptions(request)))
      const token = sent ?? (others.length === 0 ? ofCookie : undefined)
      if (token === undefined) return refuseWithoutHeader(request)
      return sessions.check(token).then(session => {
        if (!session) {
          // Clears the cookie that holds this invalid token.
          if (cookieTokens(request).includes(token))
            reply.header('set-cookie', signOutCookies(cookies(), readCookieOptions(request)))
          throw new ApiError('expired_login')
        }
        request.sessionUid = session.uid
        assertAccess(endpoint, session)
        return session
      })
    },
    async findSession(request) {
      const token = headerToken(request)
      const session = token === undefined ? undefined : await sessions.check(token)
      request.sessionUid = session?.uid ?? null
      return session
    },
    async findCookieSession({ headers }) {
      const token = singleCookie(headers.cookie, TOKEN_COOKIE)
      return token === undefined ? undefined : sessions.check(token)
    },
    /** Basic authentication, RFC 7617. */
    requireApp({ headers }) {
      const given = /^Basic +([\w+/=-]{1,500})$/i.exec(headers.authorization ?? '')?.[1] ?? ''
      const [clientId = '', ...secret] = Buffer.from(given, 'base64').toString('utf8').split(':')
      const app = apps.authenticate(clientId, secret.join(':'))
      if (!app) throw new ApiError('invalid_client')
      return app
    },
  }
  const signedIn: SignedInCheck = async request => {
    if (isBanned(request)) throw new ApiError('ip_ban')
    const token = headerToken(request)
    const session = token === undefined ? undefined : await sessions.check(token)
    if (!session) throw new ApiError('expired_login')
    if (session.default_password && session.must_change_password) throw new ApiError('authority')
    return session
  }
  return { guard, signedIn }
}

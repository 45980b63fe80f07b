/** Reads the caller, the token and the app of a request. */
import { LANGUAGE_COOKIE, TOKEN_COOKIE } from '@kerf/contract/cookie-names'
import {
  APP_HEADERS,
  COMPANION_HEADER,
  COOKIE_PARTITIONED_HEADER,
  COOKIE_SAME_SITE_HEADER,
  COOKIE_SECURE_HEADER,
  LANGUAGE_HEADER,
  TIME_ZONE_HEADER,
  TOKEN_HEADER,
} from '@kerf/contract/headers'
import { browserLanguage, type Language, toLanguage } from '@kerf/contract/language'
import { parseVersion } from '@kerf/contract/version'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../platform/audit/caller.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import { isToken, sha256 } from '../platform/keys/secrets.ts'
import { isSessionToken } from '../platform/keys/session-token.ts'
import { aggregateKey, canonicalAddress, limitKey } from '../platform/limits/ip-address.ts'
import {
  browserCookieName,
  type CookieOptions,
  type CookieSettings,
  clearedTokenCookies,
  companionCookieName,
  cookieValues,
} from './cookies.ts'
import {
  type HeldSession,
  type HeldSessions,
  keptSessionsOf,
  NO_HELD_SESSIONS,
} from './kept-session-cookies.ts'
import type { AppAuthenticator, RegisteredApp } from './session-claims.ts'
import { singleParameter } from './single-parameter.ts'

/** For modules that hand a request on and are no routes. */
export type HttpRequest = FastifyRequest

export interface RequestReaderDependencies {
  readonly cookies: () => CookieSettings
  readonly apps: AppAuthenticator
  /** origin of the portal */
  readonly ownOrigin: () => string
  /** codes of the brands; any other code is replaced by the default */
  readonly appCodes: ReadonlySet<string>
  readonly defaultApp: string
}

const APP_HEADER_MAX = 64
const VERSION_PARTS_MAX = 4

const header = (request: FastifyRequest, name: string, max = APP_HEADER_MAX): string => {
  const value = request.headers[name.toLowerCase()]
  return typeof value === 'string' ? value.slice(0, max) : ''
}

/** The `lang` header, else the cookie, else the browser's language. */
export function languageOf(request: FastifyRequest): Language {
  const wanted = header(request, LANGUAGE_HEADER) || cookieValues(request.headers.cookie, LANGUAGE_COOKIE)[0]
  return wanted ? toLanguage(wanted) : browserLanguage(request.headers['accept-language'] ?? '')
}

const toCookieOptions = (
  sameSite: string | undefined,
  secure: string | undefined,
  partitioned?: string,
): CookieOptions => ({
  sameSite: sameSite === 'lax' || sameSite === 'strict' ? sameSite : undefined,
  insecure: secure === '0',
  partitioned: partitioned === '1',
})

/** Cookie options that the portal received by its URL (`sameSite`, `secure`) or found in its browser. */
export const readCookieOptions = (request: FastifyRequest): CookieOptions =>
  toCookieOptions(
    header(request, COOKIE_SAME_SITE_HEADER),
    header(request, COOKIE_SECURE_HEADER),
    header(request, COOKIE_PARTITIONED_HEADER),
  )

/** Cookie options in the URL of a visit. */
export const queryCookieOptions = (request: FastifyRequest): CookieOptions =>
  toCookieOptions(singleParameter(request, 'sameSite')?.toLowerCase(), singleParameter(request, 'secure'))

/** The query parameters that `queryCookieOptions` reads. */
export const cookieOptionsQuery = ({ sameSite, insecure }: CookieOptions): Record<string, string> => ({
  ...(sameSite && { sameSite }),
  ...(insecure && { secure: '0' }),
})

/** The numeric parts of a version: what a caller sends must not reach a record as free text. */
const versionLabel = (text: string): string => parseVersion(text)?.slice(0, VERSION_PARTS_MAX).join('.') ?? ''

export function createRequestReader(of: RequestReaderDependencies) {
  const code = (value: string): string => (of.appCodes.has(value) ? value : of.defaultApp)

  /** Whether a page of another origin calls. The browser may add cookies of this host to its request. */
  const isForeignCall = ({ headers }: FastifyRequest): boolean =>
    headers.origin !== undefined &&
    headers['sec-fetch-site'] !== 'same-origin' &&
    headers.origin !== of.ownOrigin()

  /** A frame may send a partitioned cookie beside another one of the same name: each is compared. */
  const companionHashesOf = (request: FastifyRequest): Buffer[] => {
    const cookies = isForeignCall(request)
      ? []
      : cookieValues(request.headers.cookie, companionCookieName(of.cookies()))
    return [header(request, COMPANION_HEADER), ...cookies].filter(isToken).map(sha256)
  }

  /** The session of the token's cookie. */
  const cookieSession = (request: FastifyRequest): HeldSession | undefined => {
    const { cookie } = request.headers
    const [utoken, ...others] = cookieValues(cookie, TOKEN_COOKIE)
    if (!isSessionToken(utoken) || others.length > 0) return undefined
    const [companion, ...planted] = cookieValues(cookie, companionCookieName(of.cookies()))
    return { utoken, companion: isToken(companion) && planted.length === 0 ? companion : undefined }
  }

  /** The session of the token's header. The companion's cookie belongs to it only if the other cookie holds the same token. */
  const headerSession = (request: FastifyRequest): HeldSession | undefined => {
    const utoken = header(request, TOKEN_HEADER)
    if (!isSessionToken(utoken)) return undefined
    const companion = header(request, COMPANION_HEADER)
    const ofCookie = cookieSession(request)
    if (isToken(companion)) return { utoken, companion }
    return ofCookie?.utoken === utoken ? ofCookie : { utoken, companion: undefined }
  }

  const callerApp = (read: (name: keyof typeof APP_HEADERS) => string): Caller['app'] => {
    const appCode = code(read('appCode'))
    return {
      code: appCode,
      platform: read('appPlatform'),
      version: versionLabel(read('appVersion')),
      passportVersion: versionLabel(read('passportVersion')),
      brand: code(read('appOrigin') || appCode),
    }
  }

  return {
    /** The app of a visit, from its query: a navigation cannot send headers. */
    visitApp: (request: FastifyRequest): Caller['app'] =>
      callerApp(name => singleParameter(request, name)?.slice(0, APP_HEADER_MAX) ?? ''),

    callerOf(request: FastifyRequest): Caller {
      const [browser, ...others] = cookieValues(request.headers.cookie, browserCookieName(of.cookies()))
      // A proxy that forwards no address counts as the caller.
      const ip = canonicalAddress(request.ip) ?? request.socket.remoteAddress ?? ''
      return {
        ip,
        limitKey: limitKey(ip),
        aggregateKey: aggregateKey(ip),
        userAgent: header(request, 'user-agent', 300),
        lang: languageOf(request),
        timeZone: header(request, TIME_ZONE_HEADER),
        app: callerApp(name => header(request, APP_HEADERS[name])),
        browserHash: isToken(browser) && others.length === 0 ? sha256(browser) : undefined,
        get companionHashes() {
          return companionHashesOf(request)
        },
        requestId: request.id,
      }
    },

    /** The token in the header; if `acceptsCookie`, also the one in the cookie, if there is exactly one (S-045, S-046). */
    tokenOf(request: FastifyRequest, acceptsCookie: boolean, reply: FastifyReply): string | undefined {
      const sent = request.headers[TOKEN_HEADER]
      if (typeof sent === 'string' && sent !== '') return sent
      if (!acceptsCookie) return undefined
      const cookies = cookieValues(request.headers.cookie, TOKEN_COOKIE)
      if (cookies.length > 1)
        reply.header('set-cookie', clearedTokenCookies(of.cookies(), readCookieOptions(request)))
      return cookies.length === 1 ? cookies[0] : undefined
    },

    /**
     * The sessions in the cookies of this browser, for pages of the portal itself. Browsers add the cookies to the calls of a
     * brand's page on the parent domain too, and a page must not switch the person to another account: a write needs proof
     * of its origin.
     */
    heldSessions(request: FastifyRequest): HeldSessions {
      const { headers, method } = request
      const isProven =
        method === 'GET' || headers.origin !== undefined || headers['sec-fetch-site'] === 'same-origin'
      if (isForeignCall(request) || !isProven) return NO_HELD_SESSIONS
      const [ofHeader, ofCookie] = [headerSession(request), cookieSession(request)]
      return {
        chosen: ofHeader ?? ofCookie,
        unseen: ofHeader && ofCookie?.utoken !== ofHeader.utoken ? ofCookie : undefined,
        kept: keptSessionsOf(headers.cookie, of.cookies()),
      }
    },

    /** Basic authentication, RFC 7617. Throws 'invalid_client'. */
    appOf(request: FastifyRequest): RegisteredApp {
      const given = /^Basic +([\w+/=-]{1,500})$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
      const [clientId = '', ...secret] = Buffer.from(given, 'base64').toString('utf8').split(':')
      const app = of.apps.authenticate(clientId, secret.join(':'))
      if (!app) throw new ApiError('invalid_client')
      return app
    },
  }
}

export type RequestReader = ReturnType<typeof createRequestReader>

/** Reads the caller, the token and the app of a request. */
import {
  APP_HEADERS,
  COMPANION_HEADER,
  COOKIE_PARTITIONED_HEADER,
  COOKIE_SAME_SITE_HEADER,
  COOKIE_SECURE_HEADER,
  LANGUAGE_COOKIE,
  LANGUAGE_HEADER,
  TOKEN_COOKIE,
  TOKEN_HEADER,
} from '@kerf/contract/headers'
import { browserLanguage, type Language, toLanguage } from '@kerf/contract/language'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors/api-error.ts'
import { isToken, sha256 } from '../keys/secrets.ts'
import { aggregateKey, canonicalAddress, limitKey } from '../limits/ip-address.ts'
import type { Caller } from './caller.ts'
import {
  browserCookieName,
  type CookieOptions,
  type CookieSettings,
  clearedTokenCookies,
  companionCookieName,
  cookieValues,
} from './cookies.ts'
import type { AppAuthenticator, RegisteredApp } from './session-claims.ts'

export interface RequestReaderDependencies {
  readonly cookies: () => CookieSettings
  readonly apps: AppAuthenticator
  /** origin of the portal */
  readonly ownOrigin: () => string
  /** codes of the brands; any other code is replaced by the default */
  readonly appCodes: ReadonlySet<string>
  readonly defaultApp: string
}

const header = (request: FastifyRequest, name: string, max = 64): string => {
  const value = request.headers[name.toLowerCase()]
  return typeof value === 'string' ? value.slice(0, max) : ''
}

/** The `lang` header, else the cookie, else the browser's language. */
export function languageOf(request: FastifyRequest): Language {
  const wanted = header(request, LANGUAGE_HEADER) || cookieValues(request.headers.cookie, LANGUAGE_COOKIE)[0]
  return wanted ? toLanguage(wanted) : browserLanguage(request.headers['accept-language'] ?? '')
}

/** Cookie options that the portal received by its URL (`sameSite`, `secure`) or found in its browser. */
export function readCookieOptions(request: FastifyRequest): CookieOptions {
  const sameSite = header(request, COOKIE_SAME_SITE_HEADER)
  return {
    sameSite: sameSite === 'lax' || sameSite === 'strict' ? sameSite : undefined,
    insecure: header(request, COOKIE_SECURE_HEADER) === '0',
    partitioned: header(request, COOKIE_PARTITIONED_HEADER) === '1',
  }
}

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

  return {
    callerOf(request: FastifyRequest): Caller {
      const [browser, ...others] = cookieValues(request.headers.cookie, browserCookieName(of.cookies()))
      // A proxy that forwards no address counts as the caller.
      const ip = canonicalAddress(request.ip) ?? request.socket.remoteAddress ?? ''
      const appCode = code(header(request, APP_HEADERS.appCode))
      return {
        ip,
        limitKey: limitKey(ip),
        aggregateKey: aggregateKey(ip),
        userAgent: header(request, 'user-agent', 300),
        lang: languageOf(request),
        app: {
          code: appCode,
          platform: header(request, APP_HEADERS.appPlatform),
          version: header(request, APP_HEADERS.appVersion),
          origin: code(header(request, APP_HEADERS.appOrigin) || appCode),
        },
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

    /** Basic authentication, RFC 7617. Throws 'authority'. */
    appOf(request: FastifyRequest): RegisteredApp {
      const given = /^Basic ([\w+/=-]{1,500})$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
      const [clientId = '', ...secret] = Buffer.from(given, 'base64').toString('utf8').split(':')
      const app = of.apps.authenticate(clientId, secret.join(':'))
      if (!app) throw new ApiError('authority')
      return app
    },
  }
}

export type RequestReader = ReturnType<typeof createRequestReader>

/** Reads the caller of a request, its language and its options of cookies. */
import { LANGUAGE_COOKIE } from '@kerf/contract/cookie-names'
import {
  APP_HEADERS,
  COOKIE_PARTITIONED_HEADER,
  COOKIE_SAME_SITE_HEADER,
  COOKIE_SECURE_HEADER,
  LANGUAGE_HEADER,
  TIME_ZONE_HEADER,
} from '@kerf/contract/headers'
import { browserLanguage, type Language, toLanguage } from '@kerf/contract/language'
import { parseVersion } from '@kerf/contract/version'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../platform/audit/caller.ts'
import { aggregateKey, canonicalAddress, limitKey } from '../../platform/limits/ip-address.ts'
import { type CookieOptions, cookieValues } from './cookies.ts'
import { singleParameter } from './single-parameter.ts'

/** For modules that hand a request on and are no routes. */
export type HttpRequest = FastifyRequest

export interface RequestReaderOptions {
  /** hash of the cookie of a known browser */
  readonly browserHashOf: (request: FastifyRequest) => Buffer | undefined
  /** hashes of what may be the companion of the session */
  readonly companionHashesOf: (request: FastifyRequest, isForeign: boolean) => readonly Buffer[]
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

export function createRequestReader(of: RequestReaderOptions) {
  const code = (value: string): string => (of.appCodes.has(value) ? value : of.defaultApp)

  /** Whether a page of another origin calls. The browser may add cookies of this host to its request. */
  const isForeignCall = ({ headers }: FastifyRequest): boolean =>
    headers.origin !== undefined &&
    headers['sec-fetch-site'] !== 'same-origin' &&
    headers.origin !== of.ownOrigin()

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
    isForeignCall,

    /** The app of a visit, from its query: a navigation cannot send headers. */
    visitApp: (request: FastifyRequest): Caller['app'] =>
      callerApp(name => singleParameter(request, name)?.slice(0, APP_HEADER_MAX) ?? ''),

    callerOf(request: FastifyRequest): Caller {
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
        browserHash: of.browserHashOf(request),
        get companionHashes() {
          return of.companionHashesOf(request, isForeignCall(request))
        },
        requestId: request.id,
      }
    },
  }
}

export type RequestReader = ReturnType<typeof createRequestReader>

/**
 * The one wrapper around every call. In this order: address banned, origin, shape of the input, session, access,
 * handler, shape of the output. A handler sees parsed input and who calls, never a request.
 */
import { type Endpoint, isInQuery, type OutputOf, type ParsedInputOf } from '@kerf/contract/endpoint'
import { TOKEN_EXPIRED } from '@kerf/contract/errors'
import { asFieldFault, type FieldFault } from '@kerf/contract/fault-keys'
import {
  APP_HEADERS,
  COOKIE_SAME_SITE_HEADER,
  COOKIE_SECURE_HEADER,
  IDEMPOTENCY_HEADER,
  LANGUAGE_COOKIE,
  LANGUAGE_HEADER,
  TOKEN_COOKIE,
  TOKEN_HEADER,
} from '@kerf/contract/headers'
import { browserLanguage, type Language, toLanguage } from '@kerf/contract/language'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import * as v from 'valibot'
import type { Apps, RegisteredApp } from '../app-registry/apps.ts'
import { canonicalAddress, limitKey } from '../lib/address.ts'
import type { Caller } from '../lib/caller.ts'
import { Fault } from '../lib/fault.ts'
import { isToken, sha256 } from '../lib/secrets.ts'
import type { SessionCheck } from '../session/check-session.ts'
import type { SignedIn } from '../session/issue-session.ts'
import type { SessionRow } from '../session/session-row.ts'
import {
  type CookieSettings,
  type CookieWish,
  clearedTokenCookies,
  cookieValues,
  deviceCookieName,
  signInCookies,
  tokenCookie,
  watchCookie,
  watchCookieName,
} from './cookies.ts'
import { success } from './envelope.ts'
import { isTrustedWrite, type OriginRule } from './origins.ts'

export interface RouteDependencies {
  readonly sessions: SessionCheck
  readonly origins: OriginRule
  readonly cookies: () => CookieSettings
  readonly isBanned: (ip: string) => boolean
  readonly apps: Pick<Apps, 'authenticate'>
  /** codes of the brands; others are labelled by the default one */
  readonly appCodes: ReadonlySet<string>
  readonly defaultApp: string
}

/** What a handler knows and may do besides its input. */
export interface Context<S> {
  readonly caller: Caller
  /** the live session; undefined where access is `anyone` */
  readonly session: S
  readonly params: Readonly<Record<string, string>>
  /** the app that calls, where access is `app` */
  readonly app: RegisteredApp
  /** the body of a call that takes a file; empty for others */
  readonly file: Buffer
  /** the caller's name for this very call, where it may be repeated */
  readonly idempotencyKey: string | undefined
  /** hands the token's cookie to the browser and gives the data to answer with */
  signIn(signedIn: SignedIn): { utoken: string; uid: string }
  /** hands the browser the cookie of the token that the call bears: anew (sliding), or for the first time */
  keep(session: SessionRow): void
  signOut(): void
  /** the cookie of a visitor's watch, if there is exactly one */
  readonly watch: string | undefined
  handWatch(value: string, seconds: number): void
  /** names the file a call that produces one answers with */
  sendFile(name: string, bytes: Buffer): Record<string, never>
  /** where access is `anyone`: the live session of a token in the header, if one was sent */
  whoAsks(): Promise<SessionRow | undefined>
}

type SessionOf<E extends Endpoint> = E['access'] extends 'anyone' | 'app' ? undefined : SessionRow
export type Handler<E extends Endpoint> = (
  input: ParsedInputOf<E>,
  context: Context<SessionOf<E>>,
) => Promise<OutputOf<E>> | OutputOf<E>

export type AddRoute = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

/** For the few addresses that a browser visits and that are no calls. */
export interface RequestTools {
  callerOf(request: FastifyRequest): Caller
}

/** The live session of the token in the header, never of a cookie. Throws as a call would. */
export type SignedInCheck = (request: FastifyRequest) => Promise<SessionRow>

const header = (request: FastifyRequest, name: string, max = 64): string => {
  const value = request.headers[name.toLowerCase()]
  return typeof value === 'string' ? value.slice(0, max) : ''
}

/** `lang` header, else cookie, else browser. */
export function languageOf(request: FastifyRequest): Language {
  const wanted = header(request, LANGUAGE_HEADER) || cookieValues(request.headers.cookie, LANGUAGE_COOKIE)[0]
  return wanted ? toLanguage(wanted) : browserLanguage(request.headers['accept-language'] ?? '')
}

export function createRouter(
  app: FastifyInstance,
  of: RouteDependencies,
): { add: AddRoute; signedIn: SignedInCheck } & RequestTools {
  const code = (value: string): string => (of.appCodes.has(value) ? value : of.defaultApp)

  const callerOf = (request: FastifyRequest): Caller => {
    const [device, ...others] = cookieValues(request.headers.cookie, deviceCookieName(of.cookies()))
    // A proxy that hands on no address is taken for the caller itself.
    const ip = canonicalAddress(request.ip) ?? request.socket.remoteAddress ?? ''
    const appCode = code(header(request, APP_HEADERS.appCode))
    return {
      ip,
      limitKey: limitKey(ip),
      userAgent: header(request, 'user-agent', 300),
      lang: languageOf(request),
      app: {
        code: appCode,
        platform: header(request, APP_HEADERS.appPlatform),
        version: header(request, APP_HEADERS.appVersion),
        origin: code(header(request, APP_HEADERS.appOrigin) || appCode),
      },
      deviceHash: isToken(device) && others.length === 0 ? sha256(device) : undefined,
      requestId: request.id,
    }
  }

  const wishOf = (request: FastifyRequest): CookieWish => {
    const sameSite = header(request, COOKIE_SAME_SITE_HEADER)
    return {
      sameSite: sameSite === 'lax' || sameSite === 'strict' ? sameSite : undefined,
      insecure: header(request, COOKIE_SECURE_HEADER) === '0',
    }
  }

  /** The header; for reading calls also the cookie, if there is exactly one (S-045, S-046). */
  const tokenOf = (request: FastifyRequest, reads: boolean, reply: FastifyReply): string | undefined => {
    const sent = request.headers[TOKEN_HEADER]
    if (typeof sent === 'string' && sent !== '') return sent
    if (!reads) return undefined
    const cookies = cookieValues(request.headers.cookie, TOKEN_COOKIE)
    if (cookies.length > 1) reply.header('set-cookie', clearedTokenCookies(of.cookies()))
    return cookies.length === 1 ? cookies[0] : undefined
  }

  /** Basic authentication, RFC 7617. Throws 20102. */
  const appOf = (request: FastifyRequest): RegisteredApp => {
    const given = /^Basic ([\w+/=-]{1,500})$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const [clientId = '', ...secret] = Buffer.from(given, 'base64').toString('utf8').split(':')
    const app = of.apps.authenticate(clientId, secret.join(':'))
    if (!app) throw new Fault(20102)
    return app
  }

  const add: AddRoute = function addRoute<E extends Endpoint>(endpoint: E, handler: Handler<E>): void {
    const { access, input: schema, method, output, path, produces } = endpoint
    const reads = method === 'GET'
    const takesCookie = reads && endpoint.tokenIn !== 'header'

    const sessionOf = async (request: FastifyRequest, reply: FastifyReply): Promise<SessionRow> => {
      const token = tokenOf(request, takesCookie, reply)
      const session = token === undefined ? undefined : await of.sessions.check(token)
      if (!session) {
        // A browser that still keeps this dead token need not send it again.
        if (token !== undefined && cookieValues(request.headers.cookie, TOKEN_COOKIE).includes(token))
          reply.header('set-cookie', clearedTokenCookies(of.cookies()))
        throw new Fault(TOKEN_EXPIRED)
      }
      const wanted = access === 'business' ? 'enterprise' : access
      if (wanted !== 'signed-in' && session.kind !== wanted) throw new Fault(20102)
      if (session.default_password && !mayUnderDefaultPassword(endpoint, session)) throw new Fault(20102)
      return session
    }

    const expectWelcome = (request: FastifyRequest): void => {
      if (of.isBanned(request.ip)) throw new Fault(20105)
      const origin = request.headers.origin
      const site = request.headers['sec-fetch-site'] as string | undefined
      if (!reads && !isTrustedWrite(origin, site, of.origins)) throw new Fault(20102)
    }
    /** A file is held in memory whole: nobody's is read who would be refused anyway. */
    const beforeFile = {
      async onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
        expectWelcome(request)
        await sessionOf(request, reply)
      },
    }

    const route = (url: string) => ({
      method,
      url,
      ...(endpoint.body && { ...fileOptions(endpoint.body.max), ...beforeFile }),
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        expectWelcome(request)
        const input = parseInput(schema, isInQuery(endpoint) ? request.query : request.body)
        const app = access === 'app' ? appOf(request) : NO_APP
        const session = access === 'anyone' || access === 'app' ? undefined : await sessionOf(request, reply)
        const watches = cookieValues(request.headers.cookie, watchCookieName(of.cookies()))
        let file: Buffer | undefined
        const data = await handler(input as ParsedInputOf<E>, {
          caller: callerOf(request),
          session: session as SessionOf<E>,
          params: request.params as Record<string, string>,
          app,
          file: fileOf(endpoint, request),
          idempotencyKey: idempotencyKeyOf(endpoint, request),
          signIn(signedIn) {
            reply.header('set-cookie', signInCookies(of.cookies(), wishOf(request), signedIn))
            return { utoken: signedIn.utoken, uid: signedIn.uid }
          },
          keep(row) {
            const token = tokenOf(request, reads, reply)
            if (token)
              reply.header('set-cookie', tokenCookie(of.cookies(), wishOf(request), token, row.remember))
          },
          watch: watches.length === 1 && isToken(watches[0]) ? watches[0] : undefined,
          handWatch(value, seconds) {
            reply.header('set-cookie', watchCookie(of.cookies(), value, seconds))
          },
          sendFile(name, bytes) {
            file = bytes
            reply.header('content-disposition', `attachment; filename="${name}"`)
            return {}
          },
          async whoAsks() {
            const token = tokenOf(request, false, reply)
            return token === undefined ? undefined : of.sessions.check(token)
          },
          signOut() {
            reply
              .header('set-cookie', clearedTokenCookies(of.cookies()))
              .header('clear-site-data', '"storage"')
          },
        })
        reply.header('cache-control', 'no-store')
        if (produces !== undefined) return reply.header('content-type', produces).send(file)
        reply.header('content-type', 'application/json; charset=utf-8')
        return reply.send(success(v.parse(output, data), request.id))
      },
    })
    app.route(route(path))
    // Written without it in the specification, answered with it too (decisions 5).
    if (path.startsWith('/oauth/')) app.route(route(`/v1${path}`))
  }
  const signedIn: SignedInCheck = async request => {
    if (of.isBanned(request.ip)) throw new Fault(20105)
    const token = request.headers[TOKEN_HEADER]
    const session = typeof token === 'string' ? await of.sessions.check(token) : undefined
    if (!session) throw new Fault(TOKEN_EXPIRED)
    if (session.default_password && session.must_change) throw new Fault(20102)
    return session
  }

  return { add, callerOf, signedIn }
}

/** Throws 20001 with the fault of each field. Parameters given twice arrive as arrays and fit no schema (S-035). */
function parseInput(schema: Endpoint['input'], raw: unknown): unknown {
  if (schema === undefined) return undefined
  const result = v.safeParse(schema, raw ?? {})
  if (result.success) return result.output
  // Without a prototype: a field may be called `constructor`.
  const fields: Record<string, FieldFault> = Object.create(null)
  for (const issue of result.issues) {
    const name = issue.path?.map((item: { key: unknown }) => String(item.key)).join('.') || '_'
    fields[name.slice(0, 64)] ??=
      issue.type === 'strict_object' && issue.expected === 'never' ? 'unknown_field' : faultOf(issue)
  }
  throw new Fault(20001, { fields })
}

/** A missing key of an object carries the library's own words: it reads as required. */
function faultOf(issue: { message: string; input: unknown; kind: string }): FieldFault {
  const fault = asFieldFault(issue.message)
  return fault === 'invalid' && issue.input === undefined ? 'required' : fault
}

const mayUnderDefaultPassword = ({ underDefaultPassword }: Endpoint, session: SessionRow): boolean =>
  underDefaultPassword === 'always' || (underDefaultPassword !== 'never' && !session.must_change)

const NO_FILE = Buffer.alloc(0)
const NO_APP: RegisteredApp = { clientId: '', code: '', name: '', origins: [] }

/** Throws 20601 for a body that is not of a type the call takes. */
function fileOf({ body }: Endpoint, request: FastifyRequest): Buffer {
  if (!body) return NO_FILE
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!body.types.includes(type) || !Buffer.isBuffer(request.body)) throw new Fault(20601)
  return request.body
}

/** Throws 20001 for one that is no plain word. */
function idempotencyKeyOf({ idempotent }: Endpoint, request: FastifyRequest): string | undefined {
  const given = request.headers[IDEMPOTENCY_HEADER.toLowerCase()]
  if (!idempotent || given === undefined) return undefined
  if (typeof given !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(given))
    throw new Fault(20001, { fields: { [IDEMPOTENCY_HEADER]: 'invalid' } })
  return given
}

/** The transport's own refusals of a file, in the catalogue's words. */
const fileOptions = (bodyLimit: number): Pick<RouteShorthandOptions, 'bodyLimit' | 'errorHandler'> => ({
  bodyLimit,
  errorHandler(error) {
    if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') throw new Fault(20601)
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') throw new Fault(20602)
    throw error
  },
})

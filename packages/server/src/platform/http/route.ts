/**
 * The one wrapper around every call. In this order: address banned, origin, shape of the input, session, access,
 * handler, shape of the output. A handler sees parsed input and who calls, never a request.
 */
import { type Endpoint, isInQuery, type OutputOf, type ParsedInputOf } from '@kerf/contract/endpoint'
import { TOKEN_COOKIE, TOKEN_HEADER } from '@kerf/contract/headers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { ApiError } from '../errors/api-error.ts'
import { CallContext, type CallFacts, type CallTools } from './call-context.ts'
import { fileOf, fileOptions, idempotencyKeyOf, NO_FILE, parseInput } from './call-input.ts'
import { clearedTokenCookies, cookieValues } from './cookies.ts'
import { successBody } from './envelope.ts'
import { isTrustedWrite, type OriginRule } from './origins.ts'
import { readCookieOptions } from './request-reader.ts'
import type { RegisteredApp, SessionClaims } from './session-claims.ts'

export interface RouteDependencies extends CallTools {
  readonly origins: OriginRule
  readonly isBanned: (caller: { readonly ip: string }) => boolean
}

type SessionOf<E extends Endpoint> = E['access'] extends 'anyone' | 'app' ? undefined : SessionClaims
export type Handler<E extends Endpoint> = (
  input: ParsedInputOf<E>,
  context: CallContext<SessionOf<E>>,
) => Promise<OutputOf<E>> | OutputOf<E>

export type AddRoute = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

/** The live session of the token in the header, never of a cookie. Throws as a call would. */
export type SignedInCheck = (request: FastifyRequest) => Promise<SessionClaims>

const NO_APP: RegisteredApp = { clientId: '', code: '', name: '', origins: [] }

const mayUnderDefaultPassword = ({ underDefaultPassword }: Endpoint, session: SessionClaims): boolean =>
  underDefaultPassword === 'always' || (underDefaultPassword !== 'never' && !session.must_change_password)

export function createRouter(
  app: FastifyInstance,
  of: RouteDependencies,
): { add: AddRoute; signedIn: SignedInCheck } {
  const { reader } = of

  const add: AddRoute = function addRoute<E extends Endpoint>(endpoint: E, handler: Handler<E>): void {
    const { access, input: schema, method, output, path, produces } = endpoint
    const reads = method === 'GET'
    const takesCookie = reads && endpoint.tokenIn !== 'header'

    const wanted = access === 'business' ? 'enterprise' : access
    const expectAccess = (session: SessionClaims): void => {
      if (wanted !== 'signed-in' && session.kind !== wanted) throw new ApiError('authority')
      if (session.default_password && !mayUnderDefaultPassword(endpoint, session))
        throw new ApiError('authority')
    }
    const withSession = <T>(
      request: FastifyRequest,
      reply: FastifyReply,
      use: (session: SessionClaims) => T | Promise<T>,
    ): Promise<T> => {
      const token = reader.tokenOf(request, takesCookie, reply)
      if (token === undefined) throw new ApiError('expired_login')
      return of.sessions.check(token).then(session => {
        if (!session) {
          // A browser that still keeps this dead token need not send it again.
          if (cookieValues(request.headers.cookie, TOKEN_COOKIE).includes(token))
            reply.header('set-cookie', clearedTokenCookies(of.cookies(), readCookieOptions(request)))
          throw new ApiError('expired_login')
        }
        expectAccess(session)
        return use(session)
      })
    }

    const expectWelcome = (request: FastifyRequest): void => {
      if (of.isBanned(request)) throw new ApiError('ip_ban')
      const origin = request.headers.origin
      const site = request.headers['sec-fetch-site'] as string | undefined
      if (!reads && !isTrustedWrite(origin, site, of.origins)) throw new ApiError('authority')
    }
    /** A file is held in memory whole: nobody's is read who would be refused anyway. */
    const beforeFile = {
      async onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
        expectWelcome(request)
        await withSession(request, reply, () => undefined)
      },
    }

    const answer = (
      request: FastifyRequest,
      reply: FastifyReply,
      { produced }: CallContext<SessionOf<E>>,
      data: OutputOf<E>,
    ): string | Buffer => {
      reply
        .header('cache-control', 'no-store')
        .header('content-type', produces ?? 'application/json; charset=utf-8')
      return produces === undefined ? successBody(v.parse(output, data), request.id) : (produced ?? NO_FILE)
    }

    const handle = (
      request: FastifyRequest,
      reply: FastifyReply,
      input: unknown,
      facts: Pick<CallFacts<SessionOf<E>>, 'session' | 'app'>,
    ) => {
      const context = new CallContext(of, request, reply, {
        ...facts,
        file: fileOf(endpoint, request),
        idempotencyKey: idempotencyKeyOf(endpoint, request),
        reads,
      })
      const data = handler(input as ParsedInputOf<E>, context)
      return data instanceof Promise
        ? data.then(awaited => answer(request, reply, context, awaited))
        : answer(request, reply, context, data)
    }

    // Every call comes this way: no async functions, each of which would take memory and turns of its own.
    const route = (url: string) => ({
      method,
      url,
      ...(endpoint.fileBody && { ...fileOptions(endpoint.fileBody.max), ...beforeFile }),
      handler(request: FastifyRequest, reply: FastifyReply) {
        expectWelcome(request)
        const input = parseInput(schema, isInQuery(endpoint) ? request.query : request.body)
        if (access === 'anyone' || access === 'app') {
          const app = access === 'app' ? reader.appOf(request) : NO_APP
          return handle(request, reply, input, { session: undefined as SessionOf<E>, app })
        }
        return withSession(request, reply, session =>
          handle(request, reply, input, { session: session as SessionOf<E>, app: NO_APP }),
        )
      },
    })
    app.route(route(path))
    // Written without it in the specification, answered with it too (decisions 5).
    if (path.startsWith('/oauth/')) app.route(route(`/v1${path}`))
  }
  const signedIn: SignedInCheck = async request => {
    if (of.isBanned(request)) throw new ApiError('ip_ban')
    const token = request.headers[TOKEN_HEADER]
    const session = typeof token === 'string' ? await of.sessions.check(token) : undefined
    if (!session) throw new ApiError('expired_login')
    if (session.default_password && session.must_change_password) throw new ApiError('authority')
    return session
  }

  return { add, signedIn }
}

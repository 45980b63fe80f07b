/**
 * The wrapper around every call. It checks in this order: IP ban, origin, credentials of an app, input schema, session,
 * access; then it runs the handler and validates the output. A handler gets parsed input and a context, never a request.
 */

import type { Readable } from 'node:stream'
import { TOKEN_COOKIE } from '@kerf/contract/cookie-names'
import { type Endpoint, isInQuery, type OutputOf, type ParsedInputOf } from '@kerf/contract/endpoint'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../platform/errors/api-error.ts'
import { createLineLimit } from '../platform/limits/line-limit.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { CallContext, type CallContextData, type CallTools } from './call-context.ts'
import { fileOf, fileOptions, idempotencyKeyOf, NO_FILE, parseInput } from './call-input.ts'
import { parseOutput } from './call-output.ts'
import { cookieValues, signOutCookies } from './cookies.ts'
import { successBody } from './envelope.ts'
import { isTrustedWrite, type OriginRule } from './origins.ts'
import { readCookieOptions } from './request-reader.ts'
import type { RegisteredApp, SessionClaims } from './session-claims.ts'
import { createUploadMemory } from './upload-memory.ts'

export interface RouteDependencies extends CallTools {
  readonly origins: OriginRule
  readonly isBanned: (caller: { readonly ip: string }) => boolean
  /** after each call of an account that may have changed something */
  readonly onWrite?: ((uid: string) => Promise<void>) | undefined
  readonly metrics: Pick<Metrics, 'addGauge' | 'countEvent'>
}

type SessionOf<E extends Endpoint> = E['access'] extends 'anyone' | 'app' ? undefined : SessionClaims
export type Handler<E extends Endpoint> = (
  input: ParsedInputOf<E>,
  context: CallContext<SessionOf<E>>,
) => Promise<OutputOf<E>> | OutputOf<E>

export type AddRoute = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

/** The live session of the token in the header, never of the cookie. Throws like a call. */
export type SignedInCheck = (request: FastifyRequest) => Promise<SessionClaims>

const NO_APP: RegisteredApp = { clientId: '', code: '', name: '', origins: [] }

const isAllowedWithDefaultPassword = ({ underDefaultPassword }: Endpoint, session: SessionClaims): boolean =>
  underDefaultPassword === 'always' || (underDefaultPassword !== 'never' && !session.must_change_password)

export function createRouter(
  app: FastifyInstance,
  of: RouteDependencies,
): { add: AddRoute; signedIn: SignedInCheck } {
  const { reader } = of
  const uploadMemory = createUploadMemory()
  of.metrics.addGauge({
    name: 'kerf_upload_memory_bytes',
    help: 'Memory that uploads in progress have reserved.',
    read: uploadMemory.reservedBytes,
  })
  const leftOutLines = createLineLimit()

  const add: AddRoute = function addRoute<E extends Endpoint>(endpoint: E, handler: Handler<E>): void {
    const { access, input: schema, method, output, path, produces } = endpoint
    const reads = method === 'GET'
    const acceptsCookie = reads && endpoint.tokenIn !== 'header'

    const requiredKind = access === 'business' ? 'enterprise' : access
    const assertAccess = (session: SessionClaims): void => {
      if (requiredKind !== 'signed-in' && session.kind !== requiredKind) throw new ApiError('authority')
      if (session.default_password && !isAllowedWithDefaultPassword(endpoint, session))
        throw new ApiError('authority')
    }
    const withSession = <T>(
      request: FastifyRequest,
      reply: FastifyReply,
      use: (session: SessionClaims) => T | Promise<T>,
    ): Promise<T> => {
      const token = reader.tokenOf(request, acceptsCookie, reply)
      if (token === undefined) throw new ApiError('expired_login')
      return of.sessions.check(token).then(session => {
        if (!session) {
          // Clears the cookie that holds this invalid token.
          if (cookieValues(request.headers.cookie, TOKEN_COOKIE).includes(token))
            reply.header('set-cookie', signOutCookies(of.cookies(), readCookieOptions(request)))
          throw new ApiError('expired_login')
        }
        request.sessionUid = session.uid
        assertAccess(session)
        return use(session)
      })
    }

    const assertCallerAllowed = (request: FastifyRequest): void => {
      if (of.isBanned(request)) throw new ApiError('ip_ban')
      const origin = request.headers.origin
      const site = request.headers['sec-fetch-site'] as string | undefined
      if (!reads && !isTrustedWrite(origin, site, of.origins)) throw new ApiError('authority')
    }
    /** An upload is buffered in memory, so the caller is checked before the body is read. */
    const beforeFile = (maxBytes: number) => ({
      async onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
        assertCallerAllowed(request)
        const uid = await withSession(request, reply, session => session.uid)
        await uploadMemory.reserve(request, reply, uid, maxBytes)
      },
    })

    const respond = (
      request: FastifyRequest,
      reply: FastifyReply,
      { produced }: CallContext<SessionOf<E>>,
      data: OutputOf<E>,
    ): string | Buffer | Readable => {
      reply
        .header('cache-control', 'no-store')
        .header('content-type', produces ?? 'application/json; charset=utf-8')
      if (produces !== undefined) return produced ?? NO_FILE
      const parsed = parseOutput(output, data, leftOut => {
        of.metrics.countEvent('row_left_out', 'invalid', leftOut.rows)
        if (leftOutLines() !== undefined)
          request.log.error(
            { requestId: request.id, route: path, ...leftOut },
            'invalid rows of a list are left out',
          )
      })
      return successBody(parsed, request.id)
    }

    const handle = (
      request: FastifyRequest,
      reply: FastifyReply,
      input: unknown,
      sessionAndApp: Pick<CallContextData<SessionOf<E>>, 'session' | 'app'>,
    ) => {
      const context = new CallContext(of, request, reply, {
        ...sessionAndApp,
        file: fileOf(endpoint, request),
        idempotencyKey: idempotencyKeyOf(endpoint, request),
        reads,
      })
      const { onWrite } = of
      const produced = handler(input as ParsedInputOf<E>, context)
      const uid = request.sessionUid ?? undefined
      const data =
        reads || onWrite === undefined || uid === undefined
          ? produced
          : Promise.resolve(produced).then(result => onWrite(uid).then(() => result))
      return data instanceof Promise
        ? data.then(awaited => respond(request, reply, context, awaited))
        : respond(request, reply, context, data)
    }

    // Hot path of every call: without async functions, which would cost memory and microtasks.
    const route = (url: string) => ({
      method,
      url,
      config: { forDevelopers: access === 'app' },
      ...(endpoint.fileBody && {
        ...fileOptions(endpoint.fileBody.max),
        ...beforeFile(endpoint.fileBody.max),
      }),
      handler(request: FastifyRequest, reply: FastifyReply) {
        assertCallerAllowed(request)
        const app = access === 'app' ? reader.appOf(request) : NO_APP
        const input = parseInput(schema, isInQuery(endpoint) ? request.query : request.body)
        if (access === 'anyone' || access === 'app')
          return handle(request, reply, input, { session: undefined as SessionOf<E>, app })
        return withSession(request, reply, session =>
          handle(request, reply, input, { session: session as SessionOf<E>, app }),
        )
      },
    })
    app.route(route(path))
    // The specification has no version in these paths; they are served with one, too.
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

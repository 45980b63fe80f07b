/**
 * The wrapper around every call. It checks in this order: IP ban, origin, credentials of an app, input schema, session,
 * access; then it runs the handler and validates the output. A handler gets parsed input and a context, never a request.
 */

import type { Readable } from 'node:stream'
import { type Endpoint, isInQuery, type OutputOf, type ParsedInputOf } from '@kerf/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../platform/errors/api-error.ts'
import { createLineLimit } from '../platform/limits/line-limit.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { CallContext, type CallTools } from './call-context.ts'
import type { CallGuard } from './call-guard.ts'
import { fileOf, fileOptions, idempotencyKeyOf, NO_FILE, parseInput } from './call-input.ts'
import { parseOutput } from './call-output.ts'
import { isTrustedWrite, type OriginRule } from './request/origins.ts'
import { successBody } from './success-body.ts'
import { createUploadMemory } from './upload-memory.ts'

export interface RouterOptions<S, A> extends CallTools<S> {
  readonly guard: CallGuard<S, A>
  readonly origins: OriginRule
  readonly isBanned: (caller: { readonly ip: string }) => boolean
  /** after each call of an account that may have changed something */
  readonly onWrite?: ((uid: string) => Promise<void>) | undefined
  readonly metrics: Pick<Metrics, 'addGauge' | 'countEvent'>
}

/** For wings, which know no framework outside of their routes. */
export type HttpServer = FastifyInstance

/** Access of calls without a session. */
type Sessionless = 'anyone' | 'app'
type SessionOf<E extends Endpoint, S> = E['access'] extends Sessionless ? undefined : S
export type Handler<E extends Endpoint, S, A> = (
  input: ParsedInputOf<E>,
  context: CallContext<SessionOf<E, S>, A, S>,
) => Promise<OutputOf<E>> | OutputOf<E>

export type AddRoute<S, A> = <E extends Endpoint>(endpoint: E, handler: Handler<E, S, A>) => void

export function createRouter<S, A>(app: FastifyInstance, of: RouterOptions<S, A>): AddRoute<S, A> {
  const { guard } = of
  const uploadMemory = createUploadMemory()
  of.metrics.addGauge({
    name: 'kerf_upload_memory_bytes',
    help: 'Memory that uploads in progress have reserved.',
    read: uploadMemory.reservedBytes,
  })
  const leftOutLines = createLineLimit()

  return function addRoute<E extends Endpoint>(endpoint: E, handler: Handler<E, S, A>): void {
    const { access, input: schema, lastParameter, method, output, path, produces } = endpoint
    const reads = method === 'GET'

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
        await guard.requireSession(request, reply, endpoint)
        await uploadMemory.reserve(request, reply, request.sessionUid ?? '', maxBytes)
      },
    })

    const respond = (
      request: FastifyRequest,
      reply: FastifyReply,
      { produced }: CallContext<SessionOf<E, S>, A, S>,
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
      sessionAndApp: { readonly session?: S; readonly app?: A | undefined },
    ) => {
      const context = new CallContext(of, request, reply, {
        session: sessionAndApp.session as SessionOf<E, S>,
        app: sessionAndApp.app as A,
        file: fileOf(endpoint, request),
        idempotencyKey: idempotencyKeyOf(endpoint, request),
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
        const app = access === 'app' ? guard.requireApp(request) : undefined
        const input = parseInput(schema, isInQuery(endpoint) ? request.query : request.body)
        if (access === 'anyone' || access === 'app') return handle(request, reply, input, { app })
        return guard
          .requireSession(request, reply, endpoint)
          .then(session => handle(request, reply, input, { session }))
      },
    })
    for (const type of endpoint.fileBody?.types ?? [])
      if (!app.hasContentTypeParser(type))
        app.addContentTypeParser(type, { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    app.route(route(lastParameter === undefined ? path : `${path}(^${lastParameter}$)`))
    // The specification has no version in these paths; they are served with one, too.
    if (path.startsWith('/oauth/')) app.route(route(`/v1${path}`))
  }
}

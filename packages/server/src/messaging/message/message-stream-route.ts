/** `GET /message/v1/web/stream`: lines for as long as the page is open. The token comes in its header, never as a cookie. */
import { TOKEN_HEADER } from '@kerf/contract/headers'
import { MESSAGE_STREAM_PATH } from '@kerf/contract/message-stream'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../platform/errors/api-error.ts'
import { languageOf } from '../../platform/http/request-reader.ts'
import type { SignedInCheck } from '../../platform/http/route.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import type { MessageStreams, StreamConnection } from './message-streams.ts'

/** Bytes that wait for a page which does not read, before it is let go. */
const BACKLOG_MAX = 256 * 1024
const OPENED_A_MINUTE = 120

export interface StreamRoute {
  readonly streams: MessageStreams
  readonly limiter: Limiter
  readonly defaultApp: string
  readonly isApp: (code: string) => boolean
  /** remembers that an account uses an app: a call by cookie alone, which another site could bring about, does not */
  readonly noteApp: (uid: string, app: string) => Promise<void>
}

export function streamRoute(http: FastifyInstance, signedIn: SignedInCheck, of: StreamRoute): void {
  http.get<{ Querystring: { appCode?: unknown } }>(
    MESSAGE_STREAM_PATH,
    { exposeHeadRoute: false },
    async (request, reply) => {
      const session = await signedIn(request)
      const { appCode } = request.query
      if (appCode !== undefined && (typeof appCode !== 'string' || !of.isApp(appCode)))
        throw new ApiError('bad_request', { fields: { appCode: 'invalid' } })
      await of.limiter.take({ key: `stream:${session.uid}`, limit: OPENED_A_MINUTE, seconds: 60 })
      if (appCode !== undefined) await of.noteApp(session.uid, appCode)
      const { raw } = reply
      // The other end may go at any moment; `close` tells.
      raw.on('error', () => {})
      const sink: StreamConnection = {
        write: line => {
          if (raw.destroyed || raw.writableLength > BACKLOG_MAX) return false
          raw.write(line)
          return true
        },
        end: () => (raw.writableLength > BACKLOG_MAX ? raw.destroy() : raw.end()),
      }
      const headers = {
        ...reply.getHeaders(),
        'content-type': 'application/x-ndjson; charset=utf-8',
        'cache-control': 'no-store',
        // A proxy that gathers an answer before it hands it on would hand on none.
        'x-accel-buffering': 'no',
      }
      // Written with the first line: until then a refusal is still an answer like any other.
      let begun = false
      const opened = await of.streams.open(
        {
          uid: session.uid,
          tokenHash: sha256(String(request.headers[TOKEN_HEADER])),
          lang: languageOf(request),
          appCode: appCode ?? of.defaultApp,
        },
        {
          ...sink,
          write: line => {
            if (!begun) {
              begun = true
              reply.hijack()
              raw.writeHead(200, headers as Record<string, string>)
            }
            return sink.write(line)
          },
        },
      )
      raw.on('close', opened.close)
      if (raw.destroyed) opened.close()
    },
  )
}

/**
 * `GET /message/v1/web/stream`: sends lines for as long as the page is open. The token comes in its header: with a cookie, other
 * sites could open the stream.
 */
import { TOKEN_HEADER } from '@kerf/contract/headers'
import { MESSAGE_STREAM_PATH } from '@kerf/contract/messages/message-stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { SignedInCheck } from '../../../identity/index.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { sha256Hex } from '../../../platform/keys/secrets.ts'
import type { RateLimiter } from '../../../platform/limits/rate-limiter.ts'
import { languageOf } from '../../../web/request/request-reader.ts'
import type { MessageStreams } from './message-streams.ts'
import type { StreamConnection } from './stream-subscriptions.ts'

/** Unread bytes after which a page that does not read is disconnected. */
const BACKLOG_MAX_BYTES = 256 * 1024
export const STREAMS_PER_MINUTE = 120

export interface MessageStreamRoutes {
  readonly streams: MessageStreams
  readonly limiter: RateLimiter
  readonly defaultApp: string
  readonly isApp: (code: string) => boolean
  /** The list and count calls do not record it: they accept the cookie alone, so other sites could cause them. */
  readonly recordAppUse: (uid: string, app: string) => Promise<void>
}

/** Sends the response headers with the first line: until then an error is answered like that of any other call. */
function connectionTo(reply: FastifyReply): StreamConnection {
  const { raw } = reply
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'application/x-ndjson; charset=utf-8',
    'cache-control': 'no-store',
    // Keeps nginx from buffering the response.
    'x-accel-buffering': 'no',
  }
  let isStarted = false
  return {
    write(line) {
      if (!isStarted) {
        isStarted = true
        reply.hijack()
        raw.writeHead(200, headers as Record<string, string>)
      }
      if (raw.destroyed || raw.writableLength > BACKLOG_MAX_BYTES) return false
      raw.write(line)
      return true
    },
    end: () => (raw.writableLength > BACKLOG_MAX_BYTES ? raw.destroy() : raw.end()),
  }
}

export function messageStreamRoutes(
  http: FastifyInstance,
  signedIn: SignedInCheck,
  of: MessageStreamRoutes,
): void {
  http.get<{ Querystring: { appCode?: unknown } }>(
    MESSAGE_STREAM_PATH,
    { exposeHeadRoute: false },
    async (request, reply) => {
      const session = await signedIn(request)
      const { appCode } = request.query
      if (appCode !== undefined && (typeof appCode !== 'string' || !of.isApp(appCode)))
        throw new ApiError('bad_request', { fields: { appCode: 'invalid' } })
      await of.limiter.consume({ key: `stream:${session.uid}`, limit: STREAMS_PER_MINUTE, seconds: 60 })
      if (appCode !== undefined) await of.recordAppUse(session.uid, appCode)
      const { raw } = reply
      // A connection that breaks emits `close` after this error.
      raw.on('error', () => {})
      const stream = await of.streams.open(
        {
          uid: session.uid,
          tokenHash: sha256Hex(String(request.headers[TOKEN_HEADER])),
          lang: languageOf(request),
          appCode: appCode ?? of.defaultApp,
        },
        connectionTo(reply),
      )
      raw.on('close', stream.close)
      if (raw.destroyed) stream.close()
    },
  )
}

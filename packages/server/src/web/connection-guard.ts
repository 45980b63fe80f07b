/**
 * Rules for connections: a request that two servers read differently is refused, a body that nobody reads
 * ends its connection, and each part of a request has a deadline (S-129).
 */
import type { IncomingMessage } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from '../platform/errors/api-error.ts'
import { errorResponse } from './error-response.ts'

export interface Deadlines {
  /** until the last header has arrived */
  readonly headersTimeoutMs: number
  /** until the last byte of the body has arrived */
  readonly requestTimeoutMs: number
  readonly checkIntervalMs: number
}

export const DEADLINES: Deadlines = {
  headersTimeoutMs: 15_000,
  // Long enough for an upload of 5 MB over a slow connection.
  requestTimeoutMs: 60_000,
  checkIntervalMs: 2_000,
}

/**
 * Whether a proxy in front could read the request differently (RFC 9112, sections 2.3 and 3.2): a version other than 1.0 and
 * 1.1, a target that is not a path, no Host header in 1.1, or more than one, of which Node would keep the first.
 */
export function isAmbiguous({
  url,
  httpVersionMajor,
  httpVersionMinor,
  rawHeaders,
}: IncomingMessage): boolean {
  if (httpVersionMajor !== 1 || !url?.startsWith('/')) return true
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts !== 1 && (hosts > 1 || httpVersionMinor > 0)
}

/** What a client may still send after the last answer: more than the longest upload. */
const LINGER_MAX_BYTES = 8 * 1024 * 1024
/** without a byte of the client */
const LINGER_IDLE_MS = 5_000

/**
 * The rules of a new connection. The result is a listener of the server.
 *
 * Node keeps the address of the client from its first use on. A connection that was reset before has none, and limits need one.
 *
 * After the last answer the server ends its side and drops what still arrives, within the time that a request has. Node would
 * close at once: a connection that is closed with unread bytes is reset, and the reset can overtake the answer (RFC 9112,
 * section 9.6).
 */
export const guardConnection =
  ({ requestTimeoutMs }: Pick<Deadlines, 'requestTimeoutMs'>) =>
  (socket: Socket): void => {
    if (socket.remoteAddress === undefined) {
      socket.destroy()
      return
    }
    let isEnding = false
    socket.destroySoon = () => {
      if (isEnding || socket.destroyed) return
      isEnding = true
      let left = LINGER_MAX_BYTES
      // The parser of the requests gets none of it. It may have paused the connection.
      socket
        .removeAllListeners('data')
        .on('data', ({ length }: Buffer) => {
          left -= length
          if (left < 0) socket.destroy()
        })
        .resume()
      socket.end()
      socket.setTimeout(LINGER_IDLE_MS, () => socket.destroy())
      const timer = setTimeout(() => socket.destroy(), requestTimeoutMs)
      socket.once('close', () => clearTimeout(timer))
    }
  }

/**
 * Whether the client closed the connection before the end of its request. The error has the code of a lost database
 * connection, so only its origin tells the two apart.
 */
export const isClientAbort = (request: IncomingMessage, error: unknown): boolean =>
  !request.complete && request.errored !== null && request.errored === error

const CLIENT_ERROR_STATUS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

const END_OF_HEADERS = '\r\n\r\n'

/** Whether the request that was not understood asks for headers only. It may follow others in the same packet. */
function isHead(error: Error): boolean {
  const { rawPacket, bytesParsed = 0 } = error as { rawPacket?: unknown; bytesParsed?: number }
  if (!Buffer.isBuffer(rawPacket)) return false
  const former = rawPacket.lastIndexOf(END_OF_HEADERS, bytesParsed)
  const start = former < 0 ? 0 : former + END_OF_HEADERS.length
  return rawPacket.toString('latin1', start, start + 5) === 'HEAD '
}

/**
 * Answers bytes that are not a request, and requests past their deadline, then closes the connection. The answer to HEAD has no
 * body (RFC 9110, section 9.3.2): a proxy would take it for the next answer.
 */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = CLIENT_ERROR_STATUS[error.code ?? ''] ?? 400
  const { body } = errorResponse(new ApiError(status === 413 ? 'body_too_large' : 'bad_request'), 'en', '')
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Cache-Control: no-store',
    'Content-Type: application/json; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.write(`${head.join('\r\n')}${END_OF_HEADERS}${isHead(error) ? '' : body}`)
  socket.destroySoon()
}

/** Requests over a plain socket, for bytes that no HTTP client sends. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface RawConnection {
  readonly socket: Socket
  /** everything received so far */
  received(): string
  /** a connection that was reset is one */
  readonly errors: readonly Error[]
  /** Resolves when the server has closed the connection, with the milliseconds since the connection was made. */
  readonly closed: Promise<number>
}

/** `allowHalfOpen`: the client goes on sending when the server has ended its side. */
export async function openRawConnection(url: string, { allowHalfOpen = false } = {}): Promise<RawConnection> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen })
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk
  })
  const errors: Error[] = []
  // A server that closes while bytes arrive resets the connection.
  socket.on('error', error => errors.push(error))
  await once(socket, 'connect')
  const start = performance.now()
  return {
    socket,
    received: () => text,
    errors,
    closed: new Promise(resolve => socket.on('close', () => resolve(performance.now() - start))),
  }
}

/** Sends bytes and returns everything received until the server closes the connection. */
export async function sendRaw(url: string, bytes: string): Promise<string> {
  const { socket, received, closed } = await openRawConnection(url)
  socket.write(bytes)
  await closed
  return received()
}

const CHUNK = `10000\r\n${'x'.repeat(0x10000)}\r\n`

/** Sends a chunked body until the server closes the connection or `maxBytes` were accepted. Returns the bytes accepted. */
export async function sendEndlessBody(
  connection: RawConnection,
  head: string,
  maxBytes: number,
): Promise<number> {
  const { socket, closed } = connection
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
  while (!socket.destroyed && socket.bytesWritten < maxBytes) {
    if (!socket.write(CHUNK))
      await Promise.race([new Promise<void>(resolve => socket.once('drain', resolve)), closed])
  }
  return socket.bytesWritten
}

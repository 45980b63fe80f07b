/** The server's side of a WebSocket (RFC 6455), as far as a small device speaks it: short text messages, whole. */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const TEXT = 1
const CLOSE = 8
const PING = 9
const PONG = 10
/** Bytes of a message; a longer one ends the connection. */
const MOST = 64 * 1024

export interface Connection {
  send(text: string): void
  close(): void
}

/** Answers an upgrade. `hear` is given each text message. */
export function acceptSocket(
  request: IncomingMessage,
  socket: Duplex,
  onText: (text: string, connection: Connection) => void,
): void {
  const key = request.headers['sec-websocket-key']
  if (request.headers.upgrade?.toLowerCase() !== 'websocket' || key === undefined) {
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    return
  }
  const accept = createHash('sha1')
    .update(key + GUID)
    .digest('base64')
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  const write = (opcode: number, payload: Buffer) => {
    if (socket.writable) socket.write(Buffer.concat([head(opcode, payload.length), payload]))
  }
  const connection: Connection = {
    send: text => write(TEXT, Buffer.from(text)),
    close() {
      write(CLOSE, Buffer.alloc(0))
      socket.end()
    },
  }
  let rest = Buffer.alloc(0)
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const frame = readFrame(rest)
      if (frame === 'more') return
      if (frame === 'bad') return void socket.destroy()
      rest = rest.subarray(frame.length)
      if (frame.opcode === TEXT) onText(frame.payload.toString('utf8'), connection)
      else if (frame.opcode === PING) write(PONG, frame.payload)
      else if (frame.opcode === CLOSE) return connection.close()
    }
  })
}

function head(opcode: number, length: number): Buffer {
  if (length < 126) return Buffer.from([0x80 | opcode, length])
  if (length < 65_536) return Buffer.from([0x80 | opcode, 126, length >> 8, length & 255])
  const long = Buffer.alloc(10)
  long[0] = 0x80 | opcode
  long[1] = 127
  long.writeBigUInt64BE(BigInt(length), 2)
  return long
}

/** A client masks what it sends; one that does not, or sends in pieces, is none that belongs here. */
function readFrame(data: Buffer): { opcode: number; payload: Buffer; length: number } | 'more' | 'bad' {
  if (data.length < 2) return 'more'
  const [first = 0, second = 0] = data
  if ((first & 0x80) === 0 || (second & 0x80) === 0) return 'bad'
  const short = second & 127
  const extra = short === 126 ? 2 : short === 127 ? 8 : 0
  const start = 2 + extra + 4
  if (data.length < start) return 'more'
  const size = extra === 0 ? short : extra === 2 ? data.readUInt16BE(2) : Number(data.readBigUInt64BE(2))
  if (size > MOST) return 'bad'
  if (data.length < start + size) return 'more'
  const mask = data.subarray(start - 4, start)
  const payload = Buffer.from(data.subarray(start, start + size))
  for (let i = 0; i < size; i++) payload[i] = (payload[i] ?? 0) ^ (mask[i % 4] ?? 0)
  return { opcode: first & 15, payload, length: start + size }
}

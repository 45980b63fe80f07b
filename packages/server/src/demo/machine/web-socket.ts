/** Minimal WebSocket server (RFC 6455): unfragmented text messages up to 64 KiB, as a small machine supports them. */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const TEXT = 1
const CLOSE = 8
const PING = 9
const PONG = 10
/** A longer message closes the connection. */
const MESSAGE_MAX_BYTES = 64 * 1024

export interface Connection {
  send(text: string): void
  close(): void
}

/** Responds to an upgrade request. `onText` receives each text message. */
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
    if (socket.writable) socket.write(Buffer.concat([frameHeader(opcode, payload.length), payload]))
  }
  const connection: Connection = {
    send: text => write(TEXT, Buffer.from(text)),
    close() {
      write(CLOSE, Buffer.alloc(0))
      socket.end()
    },
  }
  let buffered = Buffer.alloc(0)
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    buffered = Buffer.concat([buffered, chunk])
    for (;;) {
      const frame = readFrame(buffered)
      if (frame === 'incomplete') return
      if (frame === 'invalid') return void socket.destroy()
      buffered = buffered.subarray(frame.length)
      if (frame.opcode === TEXT) onText(frame.payload.toString('utf8'), connection)
      else if (frame.opcode === PING) write(PONG, frame.payload)
      else if (frame.opcode === CLOSE) return connection.close()
    }
  })
}

function frameHeader(opcode: number, length: number): Buffer {
  if (length < 126) return Buffer.from([0x80 | opcode, length])
  if (length < 65_536) return Buffer.from([0x80 | opcode, 126, length >> 8, length & 255])
  const long = Buffer.alloc(10)
  long[0] = 0x80 | opcode
  long[1] = 127
  long.writeBigUInt64BE(BigInt(length), 2)
  return long
}

/** Unmasked frames violate RFC 6455, section 5.1; fragmented frames are not supported. Both are invalid here. */
function readFrame(
  data: Buffer,
): { opcode: number; payload: Buffer; length: number } | 'incomplete' | 'invalid' {
  if (data.length < 2) return 'incomplete'
  const [first = 0, second = 0] = data
  if ((first & 0x80) === 0 || (second & 0x80) === 0) return 'invalid'
  const short = second & 127
  const extra = short === 126 ? 2 : short === 127 ? 8 : 0
  const start = 2 + extra + 4
  if (data.length < start) return 'incomplete'
  const size = extra === 0 ? short : extra === 2 ? data.readUInt16BE(2) : Number(data.readBigUInt64BE(2))
  if (size > MESSAGE_MAX_BYTES) return 'invalid'
  if (data.length < start + size) return 'incomplete'
  const mask = data.subarray(start - 4, start)
  const payload = Buffer.from(data.subarray(start, start + size))
  for (let i = 0; i < size; i++) payload[i] = (payload[i] ?? 0) ^ (mask[i % 4] ?? 0)
  return { opcode: first & 15, payload, length: start + size }
}

/** Child process: opens message streams and reports when a message has reached all of them. */
import { connect, type Socket } from 'node:net'

export interface StreamRequest {
  readonly port: number
  readonly path: string
  readonly tokens: readonly string[]
}

export type StreamReport =
  | { readonly type: 'open'; readonly count: number; readonly elapsedMs: number }
  /** times (Unix epoch, ms) at which the first, the median and the last stream received the message with this title */
  | {
      readonly type: 'received'
      readonly title: string
      readonly first: number
      readonly median: number
      readonly last: number
    }

/** Streams that are opened at the same time. */
const CONCURRENT_OPENS = 64

const sockets: Socket[] = []
const receivedAt = new Map<string, number[]>()

function recordMessages(text: string): void {
  for (const [, title = ''] of text.matchAll(/"type":"message".*?"title":"([^"]*)"/g)) {
    const times = receivedAt.get(title) ?? []
    receivedAt.set(title, times)
    times.push(Date.now())
    if (times.length !== sockets.length) continue
    const report: StreamReport = {
      type: 'received',
      title,
      first: times[0] ?? 0,
      median: times[Math.floor(times.length / 2)] ?? 0,
      last: times.at(-1) ?? 0,
    }
    process.send?.(report)
  }
}

function openStream({ port, path }: StreamRequest, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nutoken: ${token}\r\nlang: en\r\n\r\n`)
    })
    let started = false
    socket.setEncoding('latin1')
    socket.on('data', (data: string | Buffer) => {
      const text = String(data)
      if (!started && text.includes('"hello"')) {
        started = true
        resolve()
      } else if (!started && !/^HTTP\/1\.1 200/.test(text)) reject(new Error(text.slice(0, 200)))
      recordMessages(text)
    })
    socket.on('error', reject)
    sockets.push(socket)
  })
}

process.channel?.ref()
process.once('message', async message => {
  const request = message as StreamRequest
  const start = Date.now()
  const tokens = [...request.tokens]
  const worker = async (): Promise<void> => {
    for (let token = tokens.pop(); token !== undefined; token = tokens.pop()) await openStream(request, token)
  }
  try {
    await Promise.all(Array.from({ length: CONCURRENT_OPENS }, worker))
    const report: StreamReport = { type: 'open', count: sockets.length, elapsedMs: Date.now() - start }
    process.send?.(report)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
})

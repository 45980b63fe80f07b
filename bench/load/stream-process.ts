/** Opens as many message streams as it is told to, and reports when each of them has got a message. */
import { connect, type Socket } from 'node:net'

export interface StreamWish {
  readonly port: number
  readonly path: string
  readonly tokens: readonly string[]
}

export type StreamReport =
  | { readonly type: 'open'; readonly count: number; readonly took: number }
  /** milliseconds since 1970 at which the first, the middle and the last page had the message with this title */
  | {
      readonly type: 'got'
      readonly title: string
      readonly first: number
      readonly median: number
      readonly last: number
    }

/** Connections being opened at once. */
const AT_ONCE = 64

const sockets: Socket[] = []
const got = new Map<string, number[]>()

function note(text: string): void {
  for (const [, title = ''] of text.matchAll(/"type":"message".*?"title":"([^"]*)"/g)) {
    const times = got.get(title) ?? []
    got.set(title, times)
    times.push(Date.now())
    if (times.length !== sockets.length) continue
    const report: StreamReport = {
      type: 'got',
      title,
      first: times[0] ?? 0,
      median: times[Math.floor(times.length / 2)] ?? 0,
      last: times.at(-1) ?? 0,
    }
    process.send?.(report)
  }
}

function open({ port, path }: StreamWish, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nutoken: ${token}\r\nlang: en\r\n\r\n`)
    })
    let begun = false
    socket.setEncoding('latin1')
    socket.on('data', (text: string | Buffer) => {
      const words = String(text)
      if (!begun && words.includes('"hello"')) {
        begun = true
        resolve()
      } else if (!begun && !/^HTTP\/1\.1 200/.test(words)) reject(new Error(words.slice(0, 200)))
      note(words)
    })
    socket.on('error', reject)
    sockets.push(socket)
  })
}

process.channel?.ref()
process.once('message', async message => {
  const wish = message as StreamWish
  const began = Date.now()
  const waiting = [...wish.tokens]
  const worker = async (): Promise<void> => {
    for (let token = waiting.pop(); token !== undefined; token = waiting.pop()) await open(wish, token)
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    const report: StreamReport = { type: 'open', count: sockets.length, took: Date.now() - began }
    process.send?.(report)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
})

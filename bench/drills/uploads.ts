/** Large pictures of many people at once: the bytes in flight are bounded, and no memory leaks (P-30). */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { getBasicInfo, uploadHeadpic } from '@kerf/contract/endpoints/profile'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import sharp from 'sharp'
import { addCleanUp } from '../harness/clean-up.ts'
import { atMost, formatNumber } from '../harness/figures.ts'
import { createInstallation } from '../harness/installation.ts'
import { COLLECTS_ON_SIGNAL, residentMemory, retainedMemory } from '../harness/memory.ts'
import { childrenOf } from '../harness/processes.ts'
import { startServer } from '../harness/server-process.ts'
import { clientAddress } from '../load/run-load.ts'
import { type Drill, violations } from './drill.ts'
import { percentile } from './workload/answers.ts'
import { createClient } from './workload/client.ts'
import { seedPeople } from './workload/people.ts'

const UPLOADS = 400
/**
 * The C library keeps memory that a burst freed, at one of two levels 80 MiB apart: 212 and 291 MiB after two bursts, but 213, 221, 221,
 * 222 and 221 after five. Only a leak grows with each further burst: the least growth counts.
 */
const BURSTS = 3
/** Noise of this side, which does not compress: a PNG of 4.7 MB. */
const SIDE_PX = 1_250
const CHECKS_PER_SECOND = 20
/** A server that has worked: what they leave is no growth. */
const WARM_UPLOADS = 30
const SAMPLE_INTERVAL_MS = 200
const PROGRESS_SAMPLES = 50
const MEBIBYTE = 1024 * 1024
/** All uploads are stored, or the drill fails. */
const DEADLINE_MS = 900_000
/** The picture processes end after 30 s without a picture. */
const QUIET_MS = 40_000

interface Answer {
  readonly status: number
  readonly retryAfter: number
}

/** Each in a network of its own: the server draws one picture of a network at a time. */
const networkAddress = (index: number): string => clientAddress(index << 8)

/** Status 0: the connection was lost before an answer. */
function upload(url: string, token: string, ip: string, picture: Buffer, agent: Agent): Promise<Answer> {
  return new Promise(resolve => {
    const outgoing = request(
      url + uploadHeadpic.path,
      {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'image/png',
          'content-length': picture.length,
          'x-forwarded-for': ip,
          [TOKEN_HEADER]: token,
        },
      },
      answer => {
        answer.resume()
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, retryAfter: Number(answer.headers['retry-after'] ?? 0) }),
        )
      },
    )
    outgoing.on('error', () => resolve({ status: 0, retryAfter: 0 }))
    outgoing.end(picture)
  })
}

export const drill: Drill = {
  title: `${UPLOADS} people upload pictures of 4.7 MB at once, and again if they are refused`,
  promises: ['P-30'],
  async run({ say, keep }) {
    const installation = await createInstallation()
    const people = await seedPeople(installation, UPLOADS)
    const server = await startServer({ ...installation.env, ...COLLECTS_ON_SIGNAL })
    const noise = Buffer.from(
      Uint32Array.from({ length: SIDE_PX ** 2 }, () => Math.random() * 2 ** 32).buffer,
    )
    const picture = await sharp(noise.subarray(0, SIDE_PX ** 2 * 3), {
      raw: { width: SIDE_PX, height: SIDE_PX, channels: 3 },
    })
      .png({ compressionLevel: 0 })
      .toBuffer()

    const reservedBytes = async (): Promise<number> => {
      // A connection that is kept alive may end as it is used again.
      const headers = { connection: 'close' }
      const text = await (await fetch(`${server.url}/metrics`, { headers })).text()
      return Number(/^kerf_upload_memory_bytes (\d+)$/m.exec(text)?.[1])
    }
    const picturesMebibytes = async (): Promise<number> => {
      const sizes = childrenOf(server.pid).map(pid => residentMemory(pid).catch(() => 0))
      return (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0)
    }
    const client = createClient(server.url)
    const checks: number[] = []
    const check = async (): Promise<void> => {
      const { ms, code } = await client.call(getBasicInfo, undefined, { token: people[0]?.token ?? '' })
      checks.push(code === 0 ? ms : Number.POSITIVE_INFINITY)
    }
    const agent = new Agent({ maxSockets: UPLOADS })
    for (let warm = 0; warm < 200; warm++) await check()
    for (const [index, { token }] of people.slice(0, WARM_UPLOADS).entries())
      await upload(server.url, token, networkAddress(index), picture, agent)
    checks.length = 0
    const before = await retainedMemory(server.pid)

    let stored = 0
    const samples: { server: number; pictures: number; reserved: number }[] = []
    let running = true
    const sampling = (async () => {
      while (running) {
        samples.push({
          server: await residentMemory(server.pid),
          pictures: await picturesMebibytes(),
          reserved: (await reservedBytes()) / MEBIBYTE,
        })
        if (samples.length % PROGRESS_SAMPLES === 0) say(`${stored} stored`)
        await sleep(SAMPLE_INTERVAL_MS)
      }
    })()
    const checking = setInterval(() => void check(), 1_000 / CHECKS_PER_SECOND)
    addCleanUp(() => clearInterval(checking))

    const answers = new Map<number, number>()
    let withoutRetryAfter = 0
    const person = async (token: string, network: number, deadline: number): Promise<void> => {
      while (performance.now() < deadline) {
        const { status, retryAfter } = await upload(
          server.url,
          token,
          networkAddress(network),
          picture,
          agent,
        )
        answers.set(status, (answers.get(status) ?? 0) + 1)
        if (status === 200) {
          stored++
          return
        }
        if (status !== 503 || retryAfter === 0) withoutRetryAfter++
        if (status === 429) return
        await sleep(Math.max(1, retryAfter) * 1_000 * (1 + Math.random()))
      }
    }
    const seconds: number[] = []
    const afterBurst: number[] = []
    for (let burst = 0; burst < BURSTS; burst++) {
      const begun = performance.now()
      await Promise.all(
        people.map(({ token }, index) => person(token, (burst + 1) * UPLOADS + index, begun + DEADLINE_MS)),
      )
      seconds.push((performance.now() - begun) / 1_000)
      say(`answers: ${[...answers].map(([status, count]) => `${count} × ${status}`).join(', ')}`)
      await sleep(QUIET_MS)
      afterBurst.push(await retainedMemory(server.pid))
    }
    clearInterval(checking)
    running = false
    await sampling
    const growths = afterBurst.slice(1).map((memory, index) => memory - (afterBurst[index] ?? Number.NaN))
    keep('samples', samples)
    agent.destroy()
    client.close()
    await server.stop()

    const most = (name: 'server' | 'pictures' | 'reserved') =>
      Math.max(...samples.map(sample => sample[name]))
    return [
      violations(
        'P-30',
        'uploads that were not stored',
        BURSTS * UPLOADS - stored,
        `${stored} in ${seconds.map(Math.round).join(' and ')} s`,
      ),
      violations('P-30', 'answers other than 200, and 503 with Retry-After', withoutRetryAfter),
      {
        promise: 'P-30',
        name: 'bytes in flight, most',
        value: most('reserved'),
        unit: 'MiB',
        limit: atMost(64),
      },
      {
        promise: 'P-30',
        name: 'memory of the server: growth meanwhile',
        value: most('server') - before,
        unit: 'MiB',
        limit: atMost(256),
        note: `${Math.round(before)} MiB before, ${Math.round(most('server'))} at most`,
      },
      {
        promise: 'P-30',
        name: 'memory that the server retains: least growth by a further burst',
        value: Math.min(...growths),
        unit: 'MiB',
        limit: atMost(64),
        note: `${afterBurst.map(Math.round).join(', ')} MiB, ${QUIET_MS / 1_000} s after each`,
      },
      {
        promise: 'P-30',
        name: 'memory of the picture processes, most',
        value: most('pictures'),
        unit: 'MiB',
        limit: atMost(512),
      },
      {
        promise: 'P-30',
        name: 'session checks meanwhile, p99',
        value: percentile(checks, 0.99),
        unit: 'ms',
        note: `${checks.length} at ${CHECKS_PER_SECOND}/s, p50 ${formatNumber(percentile(checks, 0.5))} ms`,
      },
    ]
  },
}

/** What others notice while pictures that unpack to gigabytes are uploaded (S-111). */
import { getBasicInfo, uploadHeadpic } from '@kerf/contract/endpoints/profile'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import sharp from 'sharp'
import { drawTextBomb } from '../../packages/server/test/support/picture-bomb.ts'
import type { Context, Section } from '../harness/context.ts'
import { atMost, formatNumber } from '../harness/figures.ts'
import { startServer } from '../harness/server-process.ts'
import { median, medianOf, medianRatio, sideBySide } from '../harness/side-by-side.ts'
import type { Call, LoadResult } from '../load/load.ts'
import { clientAddress, runLoad } from '../load/run-load.ts'

const ATTACKERS = 4
const CHECKS_PER_SECOND = 200

interface Measured {
  readonly checks: LoadResult
  /** seconds of each honest upload */
  readonly uploads: readonly number[]
}

export const section: Section = {
  title: `${ATTACKERS} uploads at a time of 4.9 MB that unpack to 5 GB`,
  async run({ installation, accounts, rounds, seconds }: Context) {
    const { tokens } = await accounts()
    const server = await startServer((await installation()).env)
    const { url } = server
    const [bomb, honest] = await Promise.all([
      drawTextBomb(),
      sharp({ create: { width: 800, height: 600, channels: 3, background: '#3a7' } })
        .jpeg()
        .toBuffer(),
    ])
    const answers = new Map<number, number>()
    let next = 0
    // Each upload by another account and from another network: none exceeds its limit of an hour.
    const upload = async (bytes: Buffer, type: string): Promise<number> => {
      const index = next++
      const headers = {
        [TOKEN_HEADER]: tokens[index % tokens.length] ?? '',
        'content-type': type,
        'x-forwarded-for': clientAddress(index),
      }
      const answer = await fetch(url + uploadHeadpic.path, {
        method: 'POST',
        headers,
        body: new Uint8Array(bytes),
      })
      return ((await answer.json()) as { code: number }).code
    }
    const calls = tokens
      .slice(-1_000)
      .map((token): Call => ({ method: 'GET', path: getBasicInfo.path, headers: { [TOKEN_HEADER]: token } }))
    const measure = async (isAttacked: boolean): Promise<Measured> => {
      let running = true
      const attack = async (): Promise<void> => {
        while (running) {
          const code = await upload(bomb, 'image/png')
          answers.set(code, (answers.get(code) ?? 0) + 1)
        }
      }
      const uploads: number[] = []
      const person = async (): Promise<void> => {
        while (running) {
          const start = performance.now()
          // A full queue refuses: a person tries again, and the time counts on.
          while (running && (await upload(honest, 'image/jpeg')) !== 0)
            await new Promise(resolve => setTimeout(resolve, 500))
          uploads.push((performance.now() - start) / 1_000)
        }
      }
      const others = [person(), ...Array.from({ length: isAttacked ? ATTACKERS : 0 }, attack)]
      // A failed load ends the uploads too: the next sections run without them.
      const checks = await runLoad({ url, connections: 16, seconds, rate: CHECKS_PER_SECOND, calls }).finally(
        () => {
          running = false
          return Promise.allSettled(others)
        },
      )
      return { checks, uploads }
    }
    await measure(false)
    const results = await sideBySide<'quiet' | 'attacked', Measured>(rounds, {
      quiet: () => measure(false),
      attacked: () => measure(true),
    })
    await server.stop()
    const p50 = (list: Measured[]) => formatNumber(medianOf(list, ({ checks }) => checks.p50))
    const slowest = (list: Measured[]) => Math.max(...list.flatMap(({ uploads }) => uploads))
    return [
      {
        name: 'session check: p50 relative to without',
        value: medianRatio(results.attacked, results.quiet, (a, b) => a.checks.p50 / b.checks.p50),
        unit: '×',
        limit: atMost(3),
        note: `${p50(results.attacked)} ms vs ${p50(results.quiet)} ms`,
      },
      {
        name: 'honest picture: slowest upload',
        value: slowest(results.attacked),
        unit: 's',
        limit: atMost(15),
        note: `median ${formatNumber(median(results.attacked.flatMap(({ uploads }) => uploads)))} s; without ${formatNumber(slowest(results.quiet))} s`,
      },
      {
        name: 'hostile pictures accepted',
        value: answers.get(0) ?? 0,
        limit: atMost(0),
        note: [...answers].map(([code, count]) => `${count} × ${code}`).join(', '),
      },
    ]
  },
}

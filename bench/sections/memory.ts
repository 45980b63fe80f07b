/** Resident memory of the server process, idle beside a Fastify with the same libraries, and at the peak of sign-ins. */
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Section } from '../harness/context.ts'
import { atMost, formatNumber } from '../harness/figures.ts'
import { residentMemory } from '../harness/memory.ts'
import { startReference, startServer } from '../harness/server-process.ts'
import { runLoad } from '../load/run-load.ts'
import { CONCURRENT, signIns } from './sign-in.ts'
import { LIBRARIES_SERVER } from './start.ts'

const IDLE_MS = 10_000
const SAMPLE_INTERVAL_MS = 100

export const section: Section = {
  title: 'Resident memory of the server process',
  async run({ installation, accounts, seconds }: Context) {
    const seeded = await accounts()
    const { env } = await installation()
    const reference = await startReference(LIBRARIES_SERVER, [env.DATABASE_URL ?? ''])
    const server = await startServer(env)
    await sleep(IDLE_MS)
    const idle = await residentMemory(server.pid)
    const libraries = await residentMemory(reference.pid)
    await reference.stop()
    let peak = 0
    let isLoaded = true
    const samplePeak = async (): Promise<void> => {
      while (isLoaded) {
        peak = Math.max(peak, await residentMemory(server.pid))
        await sleep(SAMPLE_INTERVAL_MS)
      }
    }
    const sampling = samplePeak()
    const load = { url: server.url, connections: CONCURRENT, seconds: 2 * seconds, calls: signIns(seeded) }
    // A failed load ends the sampling too: the next sections run without this server.
    await runLoad(load).finally(() => {
      isLoaded = false
      return sampling
    })
    await server.stop()
    return [
      {
        name: `idle after ${IDLE_MS / 1_000} s, relative to a Fastify with the same libraries`,
        value: idle / libraries,
        unit: '×',
        limit: atMost(1.2),
        note: `${formatNumber(idle)} MiB vs ${formatNumber(libraries)} MiB`,
      },
      {
        name: `more at the peak of sign-ins, ${CONCURRENT} connections`,
        value: peak - idle,
        unit: 'MiB',
        limit: atMost(120),
        note: `${formatNumber(peak)} MiB; each of ${availableParallelism()} hashes takes 19 MiB`,
      },
    ]
  },
}

/** Resident memory of the server process, idle and at the peak of sign-ins. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Section } from '../harness/context.ts'
import { atMost } from '../harness/figures.ts'
import { residentMemory } from '../harness/memory.ts'
import { startServer } from '../harness/server-process.ts'
import { runLoad } from '../load/run-load.ts'
import { CONCURRENT, signIns } from './sign-in.ts'

const IDLE_MS = 10_000
const SAMPLE_INTERVAL_MS = 100

export const section: Section = {
  title: 'Resident memory of the server process',
  async run({ installation, accounts, seconds }: Context) {
    const seeded = await accounts()
    const server = await startServer((await installation()).env)
    await sleep(IDLE_MS)
    const idle = await residentMemory(server.pid)
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
      { name: `idle, after ${IDLE_MS / 1_000} s`, value: idle, unit: 'MiB', limit: atMost(95) },
      {
        name: `peak during sign-ins, ${CONCURRENT} connections`,
        value: peak,
        unit: 'MiB',
        limit: atMost(210),
      },
    ]
  },
}

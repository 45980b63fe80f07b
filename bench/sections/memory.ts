/** Resident memory of the server process, idle and at the peak of sign-ins. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Section } from '../harness/context.ts'
import { atMost } from '../harness/figures.ts'
import { residentMemory } from '../harness/memory.ts'
import { startServer } from '../harness/server-process.ts'
import { fire } from '../load/fire.ts'
import { CONCURRENT, signIns } from './sign-in.ts'

const IDLE = 10_000
const LOOK_EVERY = 100

export const section: Section = {
  title: 'Resident memory of the server process',
  async run({ installation, accounts, seconds }: Context) {
    const made = await accounts()
    const server = await startServer((await installation()).env)
    await sleep(IDLE)
    const idle = await residentMemory(server.pid)
    let peak = 0
    let under = true
    const watch = async (): Promise<void> => {
      while (under) {
        peak = Math.max(peak, await residentMemory(server.pid))
        await sleep(LOOK_EVERY)
      }
    }
    const watching = watch()
    await fire({ url: server.url, connections: CONCURRENT, seconds: 2 * seconds, calls: signIns(made) })
    under = false
    await watching
    await server.stop()
    return [
      { name: `idle, after ${IDLE / 1_000} s`, value: idle, unit: 'MiB', limit: atMost(110) },
      { name: `peak of sign-ins, ${CONCURRENT} at once`, value: peak, unit: 'MiB', limit: atMost(210) },
    ]
  },
}

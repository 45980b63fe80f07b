/** From the start of the process to its first answer: first start ever, the next one, and with a database already there. */
import type { Context, Section } from '../harness/context.ts'
import { atMost, short } from '../harness/figures.ts'
import { serverSettings, temporaryFolder } from '../harness/installation.ts'
import { startReference, startServer } from '../harness/server-process.ts'
import { median, ratioOf, sideBySide } from '../harness/side-by-side.ts'

const STARTS = 5

export const section: Section = {
  title: 'Start to first answer',
  async run({ installation }: Context) {
    const { env, databaseUrl } = await installation()
    const timed = async (starting: Promise<{ startedIn: number; stop(): Promise<void> }>) => {
      const { startedIn, stop } = await starting
      await stop()
      return startedIn
    }
    const reference = new URL('../references/bare-start-server.ts', import.meta.url)
    await timed(startServer(env))
    const { ours, bare } = await sideBySide(STARTS, {
      ours: () => timed(startServer(env)),
      bare: () => timed(startReference(reference, [databaseUrl])),
    })
    const settings = await serverSettings()
    const cold: number[] = []
    const warm: number[] = []
    for (let turn = 0; turn < 3; turn++) {
      const fresh = { ...settings, DATA_DIR: temporaryFolder() }
      cold.push(await timed(startServer(fresh)))
      warm.push(await timed(startServer(fresh)))
    }
    return [
      {
        name: 'database running, to a Fastify with one query',
        value: ratioOf(ours, bare, (a, b) => a / b),
        unit: '×',
        limit: atMost(1.5),
        note: `${short(median(ours))} ms beside ${short(median(bare))} ms`,
      },
      { name: 'cold: a new data folder, database made', value: median(cold) / 1_000, unit: 's' },
      { name: 'warm: the same folder again', value: median(warm) / 1_000, unit: 's' },
    ]
  },
}

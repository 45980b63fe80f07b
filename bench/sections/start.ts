/** Time from process start to first response: with a running database, on a new data folder, and on an existing one. */
import type { Context, Section } from '../harness/context.ts'
import { atMost, formatNumber } from '../harness/figures.ts'
import { createTemporaryFolder, serverSettings } from '../harness/installation.ts'
import { startReference, startServer } from '../harness/server-process.ts'
import { median, medianRatio, sideBySide } from '../harness/side-by-side.ts'

const STARTS = 5
export const LIBRARIES_SERVER = new URL('../references/libraries-server.ts', import.meta.url)

export const section: Section = {
  title: 'Start to first response',
  async run({ installation }: Context) {
    const { env } = await installation()
    const measureStartup = async (starting: Promise<{ startupMs: number; stop(): Promise<void> }>) => {
      const { startupMs, stop } = await starting
      await stop()
      return startupMs
    }
    await measureStartup(startServer(env))
    const { ours, libraries } = await sideBySide(STARTS, {
      ours: () => measureStartup(startServer(env)),
      libraries: () => measureStartup(startReference(LIBRARIES_SERVER, [env.DATABASE_URL ?? ''])),
    })
    const settings = await serverSettings()
    const cold: number[] = []
    const warm: number[] = []
    for (let round = 0; round < 3; round++) {
      const env = { ...settings, DATA_DIR: createTemporaryFolder() }
      cold.push(await measureStartup(startServer(env)))
      warm.push(await measureStartup(startServer(env)))
    }
    return [
      {
        name: 'database running, relative to a Fastify with the same libraries',
        value: medianRatio(ours, libraries, (a, b) => a / b),
        unit: '×',
        limit: atMost(1.5),
        note: `${formatNumber(median(ours))} ms vs ${formatNumber(median(libraries))} ms`,
      },
      { name: 'cold: new data folder, database created', value: median(cold) / 1_000, unit: 's' },
      { name: 'warm: existing data folder', value: median(warm) / 1_000, unit: 's' },
    ]
  },
}

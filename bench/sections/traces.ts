/** Session checks of servers that export traces, compared with one that does not: the same checks, database and machine. */
import { readFileSync } from 'node:fs'
import type { Context, Section } from '../harness/context.ts'
import { atMost, type Figure, formatNumber } from '../harness/figures.ts'
import { SESSIONS } from '../harness/seed.ts'
import { type Server, startReference, startServer } from '../harness/server-process.ts'
import { medianOf, medianRatio, sideBySide } from '../harness/side-by-side.ts'
import { runLoad } from '../load/run-load.ts'
import { sessionChecks } from './session.ts'

const CONNECTIONS = 64
/** At most 3 % of the checks per second are lost. */
const CPU_RATIO_MAX = 1 / 0.97
const CLOCK_TICK_MICROS = 10_000
/** Fields 14 and 15 of proc(5), counted after the name, which may contain spaces. */
const [USER_TIME, SYSTEM_TIME] = [11, 12]

function cpuMicros(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * CLOCK_TICK_MICROS
}

interface Measured {
  readonly rate: number
  /** CPU time of the server for one check, in microseconds */
  readonly cpu: number
}

export const section: Section = {
  title: `Session checks while traces are exported, ${CONNECTIONS} connections, ${SESSIONS} sessions`,
  async run({ installation, accounts, rounds, seconds }: Context) {
    const { tokens } = await accounts()
    const { env } = await installation()
    const collector = await startReference(new URL('../references/trace-collector.ts', import.meta.url))
    const traced = (ratio: string) =>
      startServer({
        ...env,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: ratio,
      })
    const servers = { off: await startServer(env), hundredth: await traced('0.01'), all: await traced('1') }
    const load = async ({ url, pid }: Server, duration: number): Promise<Measured> => {
      const before = cpuMicros(pid)
      const { rate } = await runLoad({
        url,
        connections: CONNECTIONS,
        seconds: duration,
        calls: sessionChecks(tokens),
      })
      return { rate, cpu: (cpuMicros(pid) - before) / (rate * duration) }
    }
    for (const server of Object.values(servers)) await load(server, 3)
    const results = await sideBySide<keyof typeof servers, Measured>(rounds, {
      off: () => load(servers.off, seconds),
      hundredth: () => load(servers.hundredth, seconds),
      all: () => load(servers.all, seconds),
    })
    const bytes = Number(await (await fetch(`${collector.url}/bytes`)).text())
    if (bytes === 0) throw new Error('no span has arrived at the collector')
    const both = (of: Measured[], read: (one: Measured) => number, unit: string): string =>
      [of, results.off].map(one => `${formatNumber(medianOf(one, read))}${unit}`).join(' vs ')
    const figures = (sampled: string, of: Measured[], limit?: number): Figure[] => [
      {
        name: `CPU time of a check, ${sampled} to tracing off`,
        value: medianRatio(of, results.off, (a, b) => a.cpu / b.cpu),
        unit: '×',
        ...(limit !== undefined && { limit: atMost(limit) }),
        note: both(of, ({ cpu }) => cpu, ' µs'),
      },
      {
        // Beside other load the rate follows that load; a server that has a core to itself answers 1 / CPU time.
        name: `rate, ${sampled} to tracing off`,
        value: medianRatio(of, results.off, (a, b) => a.rate / b.rate),
        unit: '×',
        note: both(of, ({ rate }) => rate, '/s'),
      },
    ]
    for (const server of Object.values(servers)) await server.stop()
    await collector.stop()
    return [
      ...figures('1 % sampled', results.hundredth, CPU_RATIO_MAX),
      ...figures('100 % sampled', results.all),
    ]
  },
}

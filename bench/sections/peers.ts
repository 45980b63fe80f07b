/** better-auth beside us: the same machine, PostgreSQL, number of accounts and password hash. Each figure is ours divided by theirs. */
import type { Context, Section } from '../harness/context.ts'
import { type Figure, formatNumber } from '../harness/figures.ts'
import { residentMemory } from '../harness/memory.ts'
import { startServer } from '../harness/server-process.ts'
import { medianOf, medianRatio, sideBySide } from '../harness/side-by-side.ts'
import { vacuumDatabase } from '../harness/vacuum.ts'
import type { Call, LoadResult } from '../load/load.ts'
import { runLoad } from '../load/run-load.ts'
import { BETTER_AUTH_VERSION, prepareBetterAuth } from '../peers/better-auth.ts'
import { sessionChecks } from './session.ts'
import { CONCURRENT, signIns } from './sign-in.ts'
import { signUps } from './sign-up.ts'

const STARTS = 3
const IDLE_SECONDS = 10
const CHECK_CONNECTIONS = 64
/** More than one measurement completes. */
const SIGN_INS_PER_SECOND = 400

type Loads = Readonly<Record<'ours' | 'theirs', (seconds: number) => Promise<LoadResult>>>

export const section: Section = {
  title: `Beside better-auth ${BETTER_AUTH_VERSION}: ours divided by theirs`,
  async run({ installation, accounts, rounds, seconds }: Context) {
    const created = await installation()
    const seeded = await accounts()
    const peer = await prepareBetterAuth(created.adminUrl)
    await vacuumDatabase(created.adminUrl)

    const startupMs = async (starting: Promise<{ startupMs: number; stop(): Promise<void> }>) => {
      const { startupMs, stop } = await starting
      await stop()
      return startupMs
    }
    const starts = await sideBySide(STARTS, {
      ours: () => startupMs(startServer(created.env)),
      theirs: () => startupMs(peer.start()),
    })

    const [ours, theirs] = [await startServer(created.env), await peer.start()]
    await new Promise(resolve => setTimeout(resolve, IDLE_SECONDS * 1_000))
    const idle = { ours: [await residentMemory(ours.pid)], theirs: [await residentMemory(theirs.pid)] }

    const load = ({ url }: { url: string }, connections: number, calls: Call[], seconds: number) =>
      runLoad({ url, connections, calls, seconds })
    const measure = async (name: string, loads: Loads): Promise<Figure[]> => {
      await loads.ours(2)
      await loads.theirs(2)
      const results = await sideBySide<'ours' | 'theirs', LoadResult>(rounds, {
        ours: () => loads.ours(seconds),
        theirs: () => loads.theirs(seconds),
      })
      const note = (unit: string, pick: (result: LoadResult) => number) =>
        `${formatNumber(medianOf(results.ours, pick))}${unit} vs ${formatNumber(medianOf(results.theirs, pick))}${unit}`
      return [
        {
          name: `${name}: rate`,
          value: medianRatio(results.ours, results.theirs, (a, b) => a.rate / b.rate),
          unit: '×',
          note: note('/s', result => result.rate),
        },
        {
          name: `${name}: p99`,
          value: medianRatio(results.ours, results.theirs, (a, b) => a.p99 / b.p99),
          unit: '×',
          note: note(' ms', result => result.p99),
        },
      ]
    }
    const ratio = (name: string, unit: string, values: { ours: number[]; theirs: number[] }): Figure => ({
      name,
      value: medianRatio(values.ours, values.theirs, (a, b) => a / b),
      unit: '×',
      note: `${formatNumber(medianOf(values.ours, Number))} vs ${formatNumber(medianOf(values.theirs, Number))} ${unit}`,
    })
    const checks = sessionChecks(seeded.tokens)
    const figures = [
      ...(await measure('session check', {
        ours: duration => load(ours, CHECK_CONNECTIONS, checks, duration),
        theirs: duration => load(theirs, CHECK_CONNECTIONS, peer.sessionChecks(), duration),
      })),
      ...(await measure('sign-in', {
        ours: duration => load(ours, CONCURRENT, signIns(seeded, duration * SIGN_INS_PER_SECOND), duration),
        theirs: duration => load(theirs, CONCURRENT, peer.signIns(duration * SIGN_INS_PER_SECOND), duration),
      })),
      ...(await measure('sign-up, ours with a mailed code', {
        ours: async duration =>
          load(ours, CONCURRENT, await signUps(created, duration * SIGN_INS_PER_SECOND), duration),
        theirs: duration => load(theirs, CONCURRENT, peer.signUps(duration * SIGN_INS_PER_SECOND), duration),
      })),
      ratio('start to first response', 'ms', starts),
      ratio(`memory, idle, after ${IDLE_SECONDS} s`, 'MiB', idle),
    ]
    await ours.stop()
    await theirs.stop()
    return figures
  },
}

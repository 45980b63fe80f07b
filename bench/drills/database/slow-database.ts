/** A slow or hanging database ends statements after 5 s and calls after 10 s (P-14), and nobody is signed out (P-07). */
import { setTimeout as sleep } from 'node:timers/promises'
import { atLeast, atMost, formatNumber } from '../../harness/figures.ts'
import { createInstallation } from '../../harness/installation.ts'
import { residentMemory } from '../../harness/memory.ts'
import type { Drill, Finding } from '../drill.ts'
import { startNodes } from '../topology/nodes.ts'
import { startFaultProxy, throughProxy } from '../topology/tcp-fault-proxy.ts'
import { percentile, refusalFindings } from '../workload/answers.ts'
import { verificationFindings, verifyAcknowledged } from '../workload/verify.ts'
import { type CallRecord, DAILY_MIX, startWorkload } from '../workload/workload.ts'

const RATE = 50
const PHASE_MS = 15_000
const HANG_MS = 30_000
const DEADLINE_MS = 10_000
const MEMORY_LIMIT_MIB = 150

export const drill: Drill = {
  title: `a distant, a slow and a hanging database at ${RATE} calls a second`,
  promises: ['P-14', 'P-07'],
  async run({ keep }) {
    const installation = await createInstallation()
    const link = await startFaultProxy(Number(new URL(installation.databaseUrl).port))
    const { url, nodes } = await startNodes({
      ...installation.env,
      DATABASE_URL: throughProxy(installation.databaseUrl, link),
    })
    const workload = await startWorkload(installation, { url, rate: RATE, mix: DAILY_MIX })
    const memory = () => Promise.all(nodes.map(({ server }) => residentMemory(server?.pid ?? 0)))
    const phase = async (durationMs: number): Promise<CallRecord[]> => {
      const from = workload.now()
      await sleep(durationMs)
      return workload.records.filter(({ at }) => at >= from)
    }
    const base = await phase(PHASE_MS)
    const before = Math.max(...(await memory()))
    const delayed: Finding[] = []
    // Half of the round trip in each direction.
    for (const roundTripMs of [80, 300, 1_000]) {
      link.delayMs = roundTripMs / 2
      await phase(3_000)
      const records = await phase(PHASE_MS)
      const served = records.filter(({ code }) => code === 0)
      const checks = served.filter(({ act }) => act === 'check').map(({ ms }) => ms)
      delayed.push({
        promise: 'P-14',
        name: `+${roundTripMs} ms to the database: answered calls that were served`,
        value: served.length / Math.max(records.length, 1),
        unit: '×',
        ...(roundTripMs <= 300 && { limit: atLeast(1) }),
        note: `checks p50 ${formatNumber(percentile(checks, 0.5))} ms, p99 ${formatNumber(percentile(checks, 0.99))} ms`,
      })
      if (roundTripMs === 80)
        delayed.push({
          promise: 'P-14',
          name: '+80 ms to the database: session check, p50',
          value: percentile(checks, 0.5),
          unit: 'ms',
          limit: atMost(1.5 * roundTripMs),
        })
      link.delayMs = 0
      await phase(3_000)
    }
    const hangAt = workload.now()
    const resumePostgres = installation.freezePostgres()
    await sleep(HANG_MS)
    const during = Math.max(...(await memory()))
    resumePostgres()
    const resumed = workload.now()
    await sleep(PHASE_MS)
    await workload.stop()
    const { records } = workload
    const hung = records.filter(({ at }) => at >= hangAt && at < resumed)
    const back = records.find(({ at, code, act }) => at >= resumed && code === 0 && act !== 'check')
    keep(
      'records',
      records.filter(({ code }) => code !== 0),
    )
    const verification = await verifyAcknowledged(workload, installation.databaseUrl, installation.keys)
    return [
      {
        promise: 'P-14',
        name: 'session check without a fault, p50',
        value: percentile(
          base.filter(({ act }) => act === 'check').map(({ ms }) => ms),
          0.5,
        ),
        unit: 'ms',
      },
      ...delayed,
      {
        promise: 'P-14',
        name: 'database hangs 30 s: slowest answer',
        value: Math.max(...hung.map(({ ms }) => ms)),
        unit: 'ms',
        limit: atMost(DEADLINE_MS),
        note: `${hung.length} calls, p50 ${formatNumber(
          percentile(
            hung.map(({ ms }) => ms),
            0.5,
          ),
        )} ms`,
      },
      {
        promise: 'P-14',
        name: 'database hangs 30 s: growth of a server',
        value: during - before,
        unit: 'MiB',
        limit: atMost(MEMORY_LIMIT_MIB),
        note: `${Math.round(before)} → ${Math.round(during)} MiB`,
      },
      {
        promise: 'P-14',
        name: 'database hangs 30 s: a write succeeds after',
        value: (back ? back.at + back.ms - resumed : Number.POSITIVE_INFINITY) / 1_000,
        unit: 's',
        limit: atMost(10),
      },
      ...refusalFindings('P-14', records),
      ...verificationFindings(verification),
    ]
  },
}

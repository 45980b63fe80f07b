/** A failover loses nothing and lasts at most 30 s (P-02), nobody is signed out (P-07), and calls are answered meanwhile (P-08). */
import { setTimeout as sleep } from 'node:timers/promises'
import { atLeast, atMost, formatNumber } from '../../harness/figures.ts'
import { type Drill, type DrillContext, type Finding, violations } from '../drill.ts'
import { createHaInstallation, type HaInstallation, type Member } from '../topology/ha.ts'
import { startNodes } from '../topology/nodes.ts'
import { startPrimaryProbe } from '../topology/primary-probe.ts'
import { refusalFindings } from '../workload/answers.ts'
import { longestWriteGap } from '../workload/gap.ts'
import { seedPeople } from '../workload/people.ts'
import { measureRevocations } from '../workload/revocations.ts'
import { verificationFindings, verifyAcknowledged } from '../workload/verify.ts'
import { startWorkload, WRITE_MIX } from '../workload/workload.ts'

const RATE = 50
const WARM_UP_MS = 5_000
const REVOCATIONS = 20
/** A failover that takes longer is counted with this time. */
const OBSERVED_MS = 60_000
const MONTH_SECONDS = 30 * 24 * 3_600
/** Longer than Patroni's `ttl`: the other member is promoted meanwhile. */
const HANG_MS = 30_000

type Failure = 'machine lost' | 'machine hangs 30 s' | 'PostgreSQL killed'
const FAILURES: readonly Failure[] = ['machine lost', 'machine hangs 30 s', 'PostgreSQL killed']

async function breakPrimary(ha: HaInstallation, primary: Member, failure: Failure): Promise<void> {
  if (failure === 'PostgreSQL killed') ha.signal(primary, 'SIGKILL', false)
  else if (failure === 'machine lost') ha.signal(primary, 'SIGKILL', true)
  else {
    ha.signal(primary, 'SIGSTOP', true)
    await sleep(HANG_MS)
    ha.signal(primary, 'SIGCONT', true)
  }
}

interface Gap {
  readonly failure: Failure
  readonly seconds: number
}

/** Percentage of a month in which writes are acknowledged, if each kind of failure that was tried occurs once. */
function availability(gaps: readonly Gap[]): number {
  const slowest = FAILURES.map(kind =>
    Math.max(0, ...gaps.filter(({ failure }) => failure === kind).map(({ seconds }) => seconds)),
  )
  const lost = slowest.reduce((sum, seconds) => sum + seconds, 0)
  return 100 * (1 - lost / MONTH_SECONDS)
}

export async function runFailovers({ rounds, say, keep }: DrillContext, pooled: boolean): Promise<Finding[]> {
  const ha = await createHaInstallation()
  const { url, nodes } = await startNodes(pooled ? ha.pooledEnv : ha.env)
  const keepsSuccessor = await ha.keepsSuccessor()
  const leaving = await seedPeople(ha, REVOCATIONS)
  const probe = await startPrimaryProbe(ha.databaseUrl, [ha.memberUrl('a'), ha.memberUrl('b')])
  const workload = await startWorkload(ha, { url, rate: RATE, mix: { ...WRITE_MIX, check: 40 } })
  await sleep(WARM_UP_MS)
  const gaps: Gap[] = []
  const count = rounds({ short: 3, full: 20 })
  for (let round = 0; round < count; round++) {
    const failure = FAILURES[round % FAILURES.length] ?? 'machine lost'
    const primary = await ha.findPrimary()
    const from = workload.now()
    await breakPrimary(ha, primary, failure)
    // Until writes have succeeded for a while.
    const isBack = () =>
      workload.records.filter(
        ({ act, at, code }) => act !== 'check' && code === 0 && at > workload.now() - 3_000,
      ).length > RATE
    await sleep(2_000)
    while (!isBack() && workload.now() - from < OBSERVED_MS) await sleep(250)
    const seconds = longestWriteGap(workload.records, from, workload.now())
    gaps.push({ failure, seconds })
    say(`${failure}: ${formatNumber(seconds)} s without an acknowledged write`)
    if (failure === 'machine lost') await ha.startMember(primary)
    await ha.waitUntilRedundant()
    await sleep(WARM_UP_MS)
  }
  await workload.stop()
  // Notifications arrive only if both servers listen at the new primary.
  const revocations = await measureRevocations([nodes[0].url, nodes[1].url], leaving)
  const { probes, conflicts } = await probe.stop()
  const { records } = workload
  const failed = records.filter(({ code }) => code !== 0)
  const slowest = Math.max(...records.map(({ ms }) => ms)) / 1_000
  keep('gaps', gaps)
  keep('failed', failed)
  keep('calls', records.length)
  const verification = await verifyAcknowledged(workload, ha.databaseUrl, ha.keys)
  return [
    {
      promise: 'P-02',
      name: 'longest time without an acknowledged write',
      value: Math.max(...gaps.map(({ seconds }) => seconds)),
      unit: 's',
      limit: atMost(30),
      note: gaps.map(({ failure, seconds }) => `${failure} ${formatNumber(seconds)} s`).join(', '),
    },
    {
      promise: 'P-27',
      name: 'percent of a month available with one failure of each kind',
      value: availability(gaps),
      limit: atLeast(99.95),
      note: 'the slowest of each kind; rolling restarts lose no call (P-09)',
    },
    violations('P-02', 'primaries that hung and took the key from their successor', keepsSuccessor ? 0 : 1),
    violations('P-02', 'writes acknowledged by two primaries', conflicts, `of ${probes} direct writes`),
    ...verificationFindings(verification),
    {
      promise: 'P-06',
      name: 'after failovers: sign-out until the other server refuses',
      value: Math.max(...revocations) / 1_000,
      unit: 's',
      limit: atMost(1),
      note: `slowest of ${revocations.length}`,
    },
    {
      promise: 'P-08',
      name: 'slowest answer',
      value: slowest,
      unit: 's',
      limit: atMost(3),
      note: `${records.length} calls, ${failed.length} not served`,
    },
    ...refusalFindings('P-08', records),
  ]
}

export const drill: Drill = {
  title: 'the primary of PostgreSQL is lost under load: Patroni promotes its synchronous standby',
  promises: ['P-02', 'P-01', 'P-07', 'P-08', 'P-25', 'P-27'],
  run: context => runFailovers(context, false),
}

/** No acknowledged write is lost or doubled when servers and the database are killed (P-01). PostgreSQL returns by itself (P-02). */
import { setTimeout as sleep } from 'node:timers/promises'
import { findRunningPostgres } from '../../packages/server/src/platform/embedded-postgres/embedded-postgres.ts'
import { atMost, formatNumber } from '../harness/figures.ts'
import { createInstallation } from '../harness/installation.ts'
import type { Drill } from './drill.ts'
import { startNodes } from './topology/nodes.ts'
import { longestWriteGap } from './workload/gap.ts'
import { verificationFindings, verifyAcknowledged } from './workload/verify.ts'
import { startWorkload, WRITE_MIX } from './workload/workload.ts'

const RATE = 50
const PAUSE_MS = 1_500
/** One database is killed for two servers. */
const KILLS_PER_DATABASE = 2

export const drill: Drill = {
  title: `kill -9 of servers and of PostgreSQL at ${RATE} writes a second`,
  promises: ['P-01', 'P-02', 'P-07', 'P-25'],
  async run({ rounds, say, keep }) {
    const installation = await createInstallation()
    const { url, nodes } = await startNodes(installation.env)
    const workload = await startWorkload(installation, { url, rate: RATE, mix: { ...WRITE_MIX, check: 20 } })
    await sleep(PAUSE_MS)
    const count = rounds({ short: 20, full: 200 })
    const gaps: number[] = []
    let databases = 0
    for (let round = 0; round < count; round++) {
      const node = nodes[Math.floor(Math.random() * nodes.length)] ?? nodes[0]
      await node.kill()
      await sleep(PAUSE_MS * Math.random())
      await node.start()
      await sleep(PAUSE_MS)
      if (round % KILLS_PER_DATABASE !== 0) continue
      databases++
      const from = workload.now()
      process.kill(installation.postgresPid(), 'SIGKILL')
      await sleep(PAUSE_MS)
      // The embedded database is started again by its supervisor, as systemd does with another one.
      while (!(await findRunningPostgres(installation.dataDir))) await sleep(50)
      await sleep(PAUSE_MS * 2)
      gaps.push(longestWriteGap(workload.records, from, workload.now()))
    }
    await workload.stop()
    say(`${count} kills of servers, ${databases} of PostgreSQL, ${workload.records.length} calls`)
    const { records } = workload
    keep('gaps', gaps)
    keep(
      'failed',
      records.filter(({ code }) => code !== 0),
    )
    const verification = await verifyAcknowledged(workload, installation.databaseUrl, installation.keys)
    return [
      ...verificationFindings(verification),
      {
        promise: 'P-02',
        name: 'PostgreSQL killed: longest time without a write',
        value: Math.max(...gaps),
        unit: 's',
        limit: atMost(30),
        note: `${databases} kills, median ${formatNumber(gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? Number.NaN)} s`,
      },
    ]
  },
}

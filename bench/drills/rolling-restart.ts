/** Deploys are invisible (P-09): both servers are restarted in turn while calls arrive. */
import { setTimeout as sleep } from 'node:timers/promises'
import { atMost } from '../harness/figures.ts'
import { createInstallation } from '../harness/installation.ts'
import { type Drill, violations } from './drill.ts'
import { startNodes } from './topology/nodes.ts'
import { verificationFindings, verifyAcknowledged } from './workload/verify.ts'
import { DAILY_MIX, startWorkload } from './workload/workload.ts'

const RATE = 200
/** Between two restarts, so that HAProxy has seen the server. */
const PAUSE_MS = 3_000
const WARM_UP_MS = 5_000
const SHOWN = 4

export const drill: Drill = {
  title: `rolling restarts of two servers behind HAProxy at ${RATE} calls a second`,
  promises: ['P-09', 'P-07'],
  async run({ rounds, say, keep }) {
    const installation = await createInstallation()
    const { url, nodes } = await startNodes(installation.env)
    const workload = await startWorkload(installation, { url, rate: RATE, mix: DAILY_MIX })
    await sleep(WARM_UP_MS)
    const drains: number[] = []
    const count = rounds({ short: 3, full: 10 })
    for (let round = 0; round < count; round++)
      for (const node of nodes) {
        drains.push(await node.stop())
        await node.start()
        await sleep(PAUSE_MS)
      }
    await workload.stop()
    say(`${count} rolling restarts, ${workload.records.length} calls`)
    const failed = workload.records.filter(record => record.code !== 0)
    keep('failed', failed)
    keep('drains', drains)
    const kinds = Map.groupBy(failed, ({ error, status, code }) => error ?? `${status} ${code}`)
    const verification = await verifyAcknowledged(workload, installation.databaseUrl, installation.keys)
    return [
      violations(
        'P-09',
        'failed calls',
        failed.length,
        [
          `of ${workload.records.length}`,
          ...[...kinds].slice(0, SHOWN).map(([kind, list]) => `${kind}: ${list.length}`),
        ].join(', '),
      ),
      {
        promise: 'P-09',
        name: 'longest drain',
        value: Math.max(...drains),
        unit: 's',
        limit: atMost(30),
      },
      ...verificationFindings(verification),
    ]
  },
}

/** An ended session is refused by the other server within a second, and by a server without a database at once (P-06). */
import { setTimeout as sleep } from 'node:timers/promises'
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { atMost, formatNumber } from '../harness/figures.ts'
import { createInstallation } from '../harness/installation.ts'
import { median } from '../harness/side-by-side.ts'
import { type Drill, violations } from './drill.ts'
import { startNodes } from './topology/nodes.ts'
import { startFaultProxy, throughProxy } from './topology/tcp-fault-proxy.ts'
import { createClient } from './workload/client.ts'
import { seedPeople } from './workload/people.ts'
import { measureRevocations } from './workload/revocations.ts'

const SIGN_OUTS = 200
/** A server that is cut off may answer from its cache for this long. */
const CACHE_LIMIT_MS = 5_000
const OBSERVED_MS = 12_000

export const drill: Drill = {
  title: 'sign-outs at one server, checks at the other; then a server without its database',
  promises: ['P-06', 'P-07'],
  async run({ keep }) {
    const installation = await createInstallation()
    const link = await startFaultProxy(Number(new URL(installation.databaseUrl).port))
    const cutOff = { DATABASE_URL: throughProxy(installation.databaseUrl, link) }
    const { nodes } = await startNodes(installation.env, [{}, cutOff])
    const people = await seedPeople(installation, SIGN_OUTS + 1)
    const times = await measureRevocations([nodes[0].url, nodes[1].url], people.slice(1))
    times.sort((a, b) => a - b)
    keep('times', times)
    const [{ token } = { token: '' }] = people
    const client = createClient(nodes[1].url)
    await client.call(getBasicInfo, undefined, { token })
    const cut = performance.now()
    link.setState('silent')
    let lastAccepted = 0
    let signedOut = 0
    while (performance.now() - cut < OBSERVED_MS) {
      const { code } = await client.call(getBasicInfo, undefined, { token })
      if (code === 0) lastAccepted = performance.now() - cut
      if (code === 20101) signedOut++
      await sleep(50)
    }
    link.setState('open')
    const healed = performance.now()
    while (
      (await client.call(getBasicInfo, undefined, { token })).code !== 0 &&
      performance.now() - healed < 60_000
    )
      await sleep(50)
    const healedMs = performance.now() - healed
    client.close()
    return [
      {
        promise: 'P-06',
        name: 'sign-out until the other server refuses: p99',
        value: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
        unit: 'ms',
        limit: atMost(1_000),
        note: `median ${formatNumber(median(times))} ms, ${times.length} sign-outs`,
      },
      {
        promise: 'P-06',
        name: 'sign-out until the other server refuses: slowest',
        value: times.at(-1) ?? Number.NaN,
        unit: 'ms',
        limit: atMost(2_000),
      },
      {
        promise: 'P-06',
        name: 'server without its database: last accepted check after',
        value: lastAccepted,
        unit: 'ms',
        limit: atMost(CACHE_LIMIT_MS),
      },
      violations('P-07', 'answers 20101 meanwhile', signedOut),
      {
        promise: 'P-16',
        name: 'silent link to the database: served again after',
        value: healedMs / 1_000,
        unit: 's',
        limit: atMost(10),
      },
    ]
  },
}

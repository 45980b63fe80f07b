/** A server that is cut off from its database has a documented answer, lets nobody in and heals within 10 s (P-16). */
import { setTimeout as sleep } from 'node:timers/promises'
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { logout } from '@kerf/contract/endpoints/session'
import { login } from '@kerf/contract/endpoints/sign-in'
import { randomToken } from '../../../packages/server/src/platform/keys/secrets.ts'
import { atMost, formatNumber } from '../../harness/figures.ts'
import { createInstallation } from '../../harness/installation.ts'
import { type Drill, violations } from '../drill.ts'
import { startNodes } from '../topology/nodes.ts'
import { type LinkState, startFaultProxy, throughProxy } from '../topology/tcp-fault-proxy.ts'
import { createClient, type Outcome } from '../workload/client.ts'
import { seedPeople } from '../workload/people.ts'

const STATES: readonly LinkState[] = ['cut', 'silent', 'deaf', 'mute']
const PARTITION_MS = 15_000
const INTERVAL_MS = 100
/** How long a check may be answered from a cache. */
const CACHE_LIMIT_MS = 5_000

export const drill: Drill = {
  title: 'the link between one server and PostgreSQL is cut, silent, or one-way',
  promises: ['P-16', 'P-07', 'P-06'],
  async run({ say, keep }) {
    const installation = await createInstallation()
    const link = await startFaultProxy(Number(new URL(installation.databaseUrl).port))
    const cutOff = { DATABASE_URL: throughProxy(installation.databaseUrl, link) }
    const { nodes } = await startNodes(installation.env, [{}, cutOff])
    const people = await seedPeople(installation, STATES.length + 1)
    const [here, there] = [createClient(nodes[0].url), createClient(nodes[1].url)]
    const outcomes: Outcome<unknown>[] = []
    const healed: number[] = []
    let strangers = 0
    let revoked = 0
    for (const [index, state] of STATES.entries()) {
      const { token = '', email = '' } = people[index] ?? {}
      const lasting = people.at(-1)?.token ?? ''
      await there.call(getBasicInfo, undefined, { token })
      link.setState(state)
      const begun = performance.now()
      await here.call(logout, undefined, { token })
      const pending: Promise<void>[] = []
      while (performance.now() - begun < PARTITION_MS) {
        const at = performance.now() - begun
        const ask = async (): Promise<void> => {
          outcomes.push(await there.call(getBasicInfo, undefined, { token: lasting }))
          const guess = await there.call(getBasicInfo, undefined, { token: randomToken() })
          const signIn = await there.call(login, { email, password: 'wrong-password-1' })
          strangers += [guess, signIn].filter(({ code }) => code === 0).length
          const ended = await there.call(getBasicInfo, undefined, { token })
          if (ended.code === 0 && at > CACHE_LIMIT_MS) revoked++
        }
        pending.push(ask())
        await sleep(INTERVAL_MS)
      }
      link.setState('open')
      const opened = performance.now()
      while ((await there.call(getBasicInfo, undefined, { token: lasting })).code !== 0) {
        if (performance.now() - opened > 60_000) break
        await sleep(50)
      }
      healed.push((performance.now() - opened) / 1_000)
      await Promise.all(pending)
      say(`${state}: healed after ${formatNumber(healed.at(-1) ?? Number.NaN)} s`)
    }
    for (const client of [here, there]) client.close()
    keep('outcomes', outcomes)
    const refused = outcomes.filter(({ code }) => code !== 0)
    const undocumented = refused.filter(
      ({ status, code, retryAfter }) => status !== 503 || code !== 20901 || retryAfter === undefined,
    )
    return [
      violations(
        'P-16',
        'answers other than 503 with code 20901 and Retry-After',
        undocumented.length,
        `of ${refused.length} refused checks ${undocumented[0]?.error ?? undocumented[0]?.code ?? ''}`,
      ),
      {
        promise: 'P-16',
        name: 'slowest answer',
        value: Math.max(...outcomes.map(({ ms }) => ms)) / 1_000,
        unit: 's',
        limit: atMost(10),
      },
      {
        promise: 'P-16',
        name: 'link open again: served after',
        value: Math.max(...healed),
        unit: 's',
        limit: atMost(10),
        note: STATES.map((state, index) => `${state} ${formatNumber(healed[index] ?? Number.NaN)} s`).join(
          ', ',
        ),
      },
      violations('P-16', 'strangers that were let in', strangers),
      violations('P-06', 'ended sessions accepted after 5 s', revoked),
      violations(
        'P-07',
        'answers 20101 for live sessions',
        refused.filter(({ code }) => code === 20101).length,
      ),
    ]
  },
}

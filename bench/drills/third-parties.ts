/** Sign-in by password works while every third party is away (P-20). */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { login } from '@kerf/contract/endpoints/sign-in'
import { addCleanUp } from '../harness/clean-up.ts'
import { atMost, formatNumber } from '../harness/figures.ts'
import { createInstallation } from '../harness/installation.ts'
import { type Drill, violations } from './drill.ts'
import { startNodes } from './topology/nodes.ts'
import { percentile } from './workload/answers.ts'
import { createClient } from './workload/client.ts'
import { PASSWORD, seedPeople } from './workload/people.ts'

const SIGN_INS = 60
const ROUNDS = 3
const INTERVAL_MS = 120
const VISITS_PER_ROUND = 40

/** Accepts connections and never answers, as a service behind a broken firewall. */
async function startSilentService(): Promise<number> {
  const server = createServer(socket => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  addCleanUp(() => server.close())
  return (server.address() as AddressInfo).port
}

export const drill: Drill = {
  title: 'identity provider, mail server, analytics and machine API accept connections and never answer',
  promises: ['P-20'],
  async run({ rounds, keep }) {
    const installation = await createInstallation()
    const silent = await startSilentService()
    const away = {
      OAUTH_DRILL_CLIENT_ID: 'drill',
      OAUTH_DRILL_SECRET: 'drill',
      OAUTH_DRILL_ISSUER: `https://localhost:${silent}`,
      MAIL_URL: `smtp://127.0.0.1:${silent}`,
      ANALYTICS_URL: `https://localhost:${silent}/collect`,
      ACTIVATION_URL: `https://localhost:${silent}`,
      RECAPTCHA_SITE_KEY: 'drill',
      RECAPTCHA_SECRET: 'drill',
      HUMAN_CHECK: 'slider',
    }
    // One server has all third parties, the other one none that answers.
    const { nodes } = await startNodes(installation.env, [{}, away])
    const count = rounds({ short: ROUNDS, full: 10 })
    const people = await seedPeople(installation, SIGN_INS * count * 2)
    const times: [number[], number[]] = [[], []]
    let refused = 0
    let pages = 0
    let next = 0
    for (let round = 0; round < count; round++)
      for (const index of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const { url } = nodes[index]
        const client = createClient(url)
        const visits = Array.from({ length: VISITS_PER_ROUND }, () =>
          fetch(`${url}/oauth/drill/auth?uri=${encodeURIComponent(`${url}/en/profile`)}`, {
            redirect: 'manual',
            signal: AbortSignal.timeout(15_000),
          }).catch(() => undefined),
        )
        for (let signIn = 0; signIn < SIGN_INS; signIn++) {
          const { email = '' } = people[next++] ?? {}
          const { code, ms } = await client.call(login, { email, password: PASSWORD })
          if (code === 0) times[index].push(ms)
          else refused++
          await sleep(INTERVAL_MS)
        }
        const page = await fetch(`${url}/en/login`)
        if (page.status !== 200 || !(await page.text()).includes('<form')) pages++
        await Promise.all(visits)
        client.close()
      }
    keep('times', times)
    const [base, broken] = times.map(list => percentile(list, 0.5)) as [number, number]
    return [
      violations('P-20', 'sign-ins refused', refused, `of ${next}`),
      {
        promise: 'P-20',
        name: 'sign-in by password, relative to a server whose third parties answer (p50)',
        value: broken / base,
        unit: '×',
        limit: atMost(1.1),
        note: `${formatNumber(base)} ms, ${formatNumber(broken)} ms; p99 ${formatNumber(percentile(times[0], 0.99))} ms, ${formatNumber(percentile(times[1], 0.99))} ms`,
      },
      violations('P-20', 'login pages without a form', pages),
    ]
  },
}

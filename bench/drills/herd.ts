/** Clients that all return after an outage do not collapse the servers (P-15). */
import { setTimeout as sleep } from 'node:timers/promises'
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { login } from '@kerf/contract/endpoints/sign-in'
import { atMost } from '../harness/figures.ts'
import { createInstallation } from '../harness/installation.ts'
import { type Drill, violations } from './drill.ts'
import { startNodes } from './topology/nodes.ts'
import { percentile } from './workload/answers.ts'
import { createClient, type Outcome } from './workload/client.ts'
import { PASSWORD, seedPeople } from './workload/people.ts'

const RETURN_SECONDS = 10
const EXPIRY_SECONDS = 5
/** After this time checks are as fast as before. */
const SETTLE_MS = 15_000
const OBSERVED_MS = 20_000

export const drill: Drill = {
  title: 'clients reconnect at once after an outage, and many sign in again',
  promises: ['P-15', 'P-07'],
  async run({ minutes, size, say, keep }) {
    const installation = await createInstallation()
    const { url } = await startNodes(installation.env)
    const returning = size({ short: 4_000, full: 10_000 })
    const expired = size({ short: 1_000, full: 5_000 })
    const people = await seedPeople(installation, Math.max(returning, expired) / 4)
    const client = createClient(url)
    const resumePostgres = installation.freezePostgres()
    await sleep(minutes({ short: 0.3, full: 2 }) * 60_000)
    resumePostgres()
    const start = performance.now()
    const checks: { at: number; outcome: Outcome<unknown> }[] = []
    const signIns: Outcome<unknown>[] = []
    const pending: Promise<unknown>[] = []
    const spread = async (count: number, seconds: number, send: (index: number) => Promise<unknown>) => {
      for (let index = 0; index < count; index++) {
        const due = start + (index * seconds * 1_000) / count
        if (due > performance.now()) await sleep(due - performance.now())
        pending.push(send(index))
      }
    }
    const check = async (index: number): Promise<void> => {
      const at = performance.now() - start
      const { token = '' } = people[index % people.length] ?? {}
      checks.push({ at, outcome: await client.call(getBasicInfo, undefined, { token }) })
    }
    const signIn = async (index: number): Promise<void> => {
      const { email = '' } = people[index % people.length] ?? {}
      signIns.push(await client.call(login, { email, password: PASSWORD }))
    }
    await Promise.all([
      spread(returning, RETURN_SECONDS, check),
      spread(expired, EXPIRY_SECONDS, signIn),
      // The usual checks go on.
      spread(OBSERVED_MS / 20, OBSERVED_MS / 1_000, check),
    ])
    await Promise.all(pending)
    client.close()
    const settled = checks.filter(({ at }) => at > SETTLE_MS).map(({ outcome }) => outcome.ms)
    const all = [...checks.map(({ outcome }) => outcome), ...signIns]
    const refused = all.filter(({ code }) => code !== 0)
    const other = refused.filter(
      ({ status, retryAfter }) => (status !== 503 && status !== 429) || retryAfter === undefined,
    )
    const served = signIns.filter(({ code }) => code === 0).length
    say(
      `${returning} clients in ${RETURN_SECONDS} s, ${expired} sign-ins in ${EXPIRY_SECONDS} s, ${served} of them served`,
    )
    keep('other', other)
    return [
      {
        promise: 'P-15',
        name: 'session check from 15 s on, p99',
        value: percentile(settled, 0.99),
        unit: 'ms',
        limit: atMost(200),
        note: `in the first 15 s ${Math.round(
          percentile(
            checks.filter(({ at }) => at <= SETTLE_MS).map(({ outcome }) => outcome.ms),
            0.99,
          ),
        )} ms`,
      },
      {
        promise: 'P-15',
        name: 'slowest answer',
        value: Math.max(...all.map(({ ms }) => ms)) / 1_000,
        unit: 's',
        limit: atMost(10),
      },
      violations(
        'P-15',
        'refused otherwise than by 429 or 503 with Retry-After',
        other.length,
        `of ${refused.length} refused; ${[...new Set(other.map(({ error, status }) => error ?? status))].join(', ')}`,
      ),
      {
        promise: 'P-15',
        name: 'session checks refused',
        value: checks.filter(({ outcome }) => outcome.code !== 0).length,
        note: `of ${checks.length}`,
      },
      violations('P-07', 'answers 20101 for live sessions', all.filter(({ code }) => code === 20101).length),
    ]
  },
}

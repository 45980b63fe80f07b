/** Eight windows of an app share their logins: answers are lost, the computer sleeps, the primary is lost, and nobody is logged out (P-36). */
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from '../../packages/server/src/operations/app/apps.ts'
import { atLeast } from '../harness/figures.ts'
import { createTemporaryFolder } from '../harness/installation.ts'
import { type Program, startProgram } from '../harness/processes.ts'
import { seedOfflineGrant } from '../harness/seed-grants.ts'
import { type Drill, violations } from './drill.ts'
import { createHaInstallation, type HaInstallation } from './topology/ha.ts'
import { startNodes } from './topology/nodes.ts'
import { startFaultProxy } from './topology/tcp-fault-proxy.ts'
import type { WindowReport } from './workload/app-window.ts'
import { seedPeople } from './workload/people.ts'

const WINDOWS = 8
const LOST_ANSWERS_MS = 300
const PAUSE_MS = 1_500
const SCOPES = ['openid', 'email', 'offline_access']

async function stopWindows(windows: readonly Program[]): Promise<WindowReport[]> {
  const reports = windows.map(async ({ child }) => {
    const [report] = (await once(child, 'message')) as [WindowReport]
    return report
  })
  for (const { child } of windows) child.send('stop')
  return await Promise.all(reports)
}

/** As if everything about the logins had happened so much earlier. */
const letPass = ({ db }: HaInstallation, clientId: string, interval: string) =>
  db.query({
    text: `update openid_token t
              set expires_at = t.expires_at - $2::interval,
                  used_at = array(select at - $2::interval from unnest(t.used_at) with ordinality as u(at, n) order by n)
             from openid_grant g
            where g.uid = t.uid and g.id = t.grant_id and g.client_id = $1`,
    values: [clientId, interval],
  })

export const drill: Drill = {
  title: `${WINDOWS} windows share logins: lost answers, a sleep of 72 hours, a failover`,
  promises: ['P-36'],
  async run({ size, say, keep }) {
    const ha = await createHaInstallation()
    const { url } = await startNodes(ha.env)
    const link = await startFaultProxy(Number(new URL(url).port))
    const app = await createApp(ha.db, {
      ...{ code: 'creative', name: 'Slicer', type: 'native', origins: [] },
      ...{ redirectUris: ['http://127.0.0.1/callback'], production: true, operator: 'drill' },
    })
    const people = await seedPeople(ha, size({ short: 16, full: 100 }))
    const folder = join(createTemporaryFolder(), 'logins')
    mkdirSync(folder)
    for (const { uid } of people) {
      const grant = { uid, session: 'drill', clientId: app.clientId, scopes: SCOPES }
      writeFileSync(join(folder, uid), await seedOfflineGrant(ha, grant))
    }
    const start = () =>
      Array.from({ length: WINDOWS }, () =>
        startProgram(new URL('workload/app-window.ts', import.meta.url), [
          `http://127.0.0.1:${link.port}`,
          app.clientId,
          folder,
        ]),
      )
    const loseAnswers = async (count: number) => {
      for (let round = 0; round < count; round++) {
        await sleep(PAUSE_MS)
        link.setState('deaf')
        await sleep(LOST_ANSWERS_MS)
        link.setState('open')
      }
    }
    const refresh = async (refresh_token: string) => {
      const body = new URLSearchParams({
        ...{ grant_type: 'refresh_token', client_id: app.clientId, refresh_token },
      })
      const answer = await fetch(`${url}/oidc/token`, { method: 'POST', body })
      return { status: answer.status, tokens: (await answer.json()) as Record<string, string> }
    }
    const stored = () => readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'))
    const rounds = size({ short: 5, full: 40 })

    const before = start()
    await loseAnswers(rounds)
    const reports = await stopWindows(before)
    // The answer that each login gets right before the sleep is lost.
    for (const token of stored()) await refresh(token)
    await letPass(ha, app.clientId, '72 hours')
    say('slept for 72 hours, the last answers were lost')

    const after = start()
    await loseAnswers(rounds)
    const primary = await ha.findPrimary()
    ha.signal(primary, 'SIGKILL', true)
    say(`the machine of the primary ${primary} is lost`)
    const replaced = primary === 'a' ? 'b' : 'a'
    while ((await ha.findPrimary()) !== replaced) await sleep(250)
    await loseAnswers(rounds)
    reports.push(...(await stopWindows(after)))
    const loggedOut = reports.flatMap(report => report.loggedOut)
    keep('loggedOut', loggedOut)
    const { rows: ended } = await ha.db.query<{ n: number }>({
      text: `select count(*)::int as n from audit_event where event = 'openid.reused'`,
    })

    let late = 0
    for (const token of stored()) {
      // A window may have lost the answer with the successor of what is stored.
      const { tokens: current } = await refresh(token)
      const { tokens: next } = await refresh(current.refresh_token ?? '')
      const headers = { authorization: `Bearer ${next.access_token}` }
      await (await fetch(`${url}/oidc/userinfo`, { headers })).arrayBuffer()
      await letPass(ha, app.clientId, '61 seconds')
      const refused = await refresh(current.refresh_token ?? '')
      const over = await refresh(next.refresh_token ?? '')
      if (refused.status !== 400 || over.status !== 400) late++
    }
    const sum = (of: (report: WindowReport) => number) =>
      reports.reduce((total, report) => total + of(report), 0)
    return [
      violations(
        'P-36',
        'logins ended',
        loggedOut.length + (ended[0]?.n ?? Number.NaN),
        `of ${people.length}`,
      ),
      {
        promise: 'P-36',
        name: 'refreshes without an answer, or with 503',
        value: sum(report => report.unanswered),
        limit: atLeast(1),
        note: `beside ${sum(report => report.refreshed)} answered ones`,
      },
      violations(
        'P-36',
        'tokens accepted later than 60 s after their successor',
        late,
        `of ${people.length}`,
      ),
    ]
  },
}

/** Lists from a streaming replica: who changes something sees it, data is at most the lag old, and a lost replica fails no call (P-28). */
import { setTimeout as sleep } from 'node:timers/promises'
import { listMessages, readMessages } from '@kerf/contract/endpoints/message'
import { getRedemptions } from '@kerf/contract/endpoints/redemption'
import { getSessionLog, logout } from '@kerf/contract/endpoints/session'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import { atLeast, atMost } from '../../harness/figures.ts'
import { startServer } from '../../harness/server-process.ts'
import { type Drill, violations } from '../drill.ts'
import { createStandbyInstallation } from '../topology/standby.ts'
import { type Person, seedPeople } from '../workload/people.ts'

const PEOPLE = 60
const LAG_SECONDS = 3
/** Lists of one account come from the primary for so long after a change. */
const PIN_SECONDS = LAG_SECONDS + 5
const LISTS = [listMessages.path, getRedemptions.path, getSessionLog.path]
const USED_TIMEOUT_MS = 60_000
/** The lag, the interval of the checks and the time of a list. */
const VISIBLE_MAX_SECONDS = LAG_SECONDS + 2
const SLOWEST_MAX_MS = 3_000

export const drill: Drill = {
  title: 'lists from a streaming standby that lags, stops and returns',
  promises: ['P-28', 'P-06'],
  async run({ rounds, say }) {
    const installation = await createStandbyInstallation()
    const { db, onStandby } = installation
    const env = {
      ...installation.env,
      DATABASE_REPLICA_URL: installation.replicaUrl,
      DATABASE_REPLICA_LAG_SECONDS: String(LAG_SECONDS),
    }
    const servers = [await startServer(env), await startServer(env)] as const
    const people = await seedPeople(installation, PEOPLE)
    const failures: string[] = []
    const slowest: number[] = []
    const callTo = async <T>(server: number, path: string, { token }: Person, body?: unknown) => {
      const start = performance.now()
      const response = await fetch(`${servers[server % 2]?.url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { [TOKEN_HEADER]: token, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const { code, data } = (await response.json()) as { code: number; data: T }
      slowest.push(performance.now() - start)
      return { code, data }
    }
    const list = async <T>(server: number, path: string, person: Person): Promise<T> => {
      const { code, data } = await callTo<T>(server, path, person)
      if (code !== 0) failures.push(`${path}: ${code}`)
      return data
    }
    const messages = (server: number, person: Person) =>
      list<{ items: { id: string; read: boolean; title: string }[] }>(
        server,
        `${listMessages.path}?limit=100`,
        person,
      )

    /** Statements that the standby has run on the tables of the lists. */
    const countReads = async (): Promise<number> => {
      const [row] = await onStandby<{ n: string }>(
        `select coalesce(sum(idx_scan), 0)::text as n from pg_stat_user_tables
          where relname ~ '^(account_message|redemption|sign_in_record)'`,
      )
      return Number(row?.n)
    }
    const untilUsed = async (): Promise<number> => {
      const start = performance.now()
      while (performance.now() - start < USED_TIMEOUT_MS) {
        const before = await countReads()
        for (const server of [0, 1]) await messages(server, people[0] as Person)
        await sleep(1_200)
        if ((await countReads()) > before) return (performance.now() - start) / 1_000
      }
      throw new Error('the replica is never used')
    }
    // The people have just logged in: their lists come from the primary.
    await db.query({ text: `update session set first_login = now() - interval '1 day'` })
    await untilUsed()

    const before = await countReads()
    let calls = 0
    for (const person of people) for (const path of LISTS) await list(calls++, path, person)
    await sleep(1_500)
    const reads = (await countReads()) - before
    say(`${calls} lists, ${reads} index scans of the standby`)

    // Every change is seen at once in the other process, although the standby replays nothing.
    let stale = 0
    const changes = rounds({ short: 2, full: 10 }) * 10
    for (let round = 0; round < changes; round++) {
      const person = people[round % people.length] as Person
      const { id } = person.unread[Math.floor(round / people.length)] ?? { id: '' }
      if (round % 10 === 0) await onStandby('select pg_wal_replay_pause()')
      await callTo(round, readMessages.path, person, { ids: [id] })
      const { items } = await messages(round + 1, person)
      if (items.find(one => one.id === id)?.read !== true) stale++
      if (round % 10 === 9) {
        await onStandby('select pg_wal_replay_resume()')
        await untilUsed()
      }
    }

    // A change that no call of the account made: it shows when the standby is too old to be used.
    await sleep(PIN_SECONDS * 1_000)
    const other = people.at(-1) as Person
    await messages(0, other)
    await onStandby('select pg_wal_replay_pause()')
    const changedAt = performance.now()
    await db.query({
      text: `insert into account_message (uid, handle, app, category, texts, starts_at, sender)
             values ($1, 'from-outside', 'portal', 'app', '{"en": {"title": "Outside", "body": ""}}', now() - interval '1 second', 'drill')`,
      values: [other.uid],
    })
    while (!(await messages(0, other)).items.some(({ title }) => title === 'Outside')) await sleep(50)
    const visibleAfter = (performance.now() - changedAt) / 1_000

    // A session that ends while the standby knows it as live.
    const [leaving] = people.slice(-2) as [Person]
    await callTo(0, logout.path, leaving, {})
    const ended = await callTo(1, getSessionLog.path, leaving)
    await onStandby('select pg_wal_replay_resume()')
    await untilUsed()

    // The standby hangs, and is killed.
    slowest.length = 0
    failures.length = 0
    for (const signal of ['SIGSTOP', 'SIGKILL'] as const) {
      const { child } = installation.standby()
      child.kill(signal)
      const until = performance.now() + 5_000
      for (let index = 0; performance.now() < until; index++)
        await list(index, LISTS[index % LISTS.length] ?? '', people[index % (PEOPLE - 2)] as Person)
      if (signal === 'SIGSTOP') child.kill('SIGCONT')
    }
    const slowestMs = Math.max(...slowest)
    await installation.standby().stop()
    await installation.startStandby()
    const usedAgain = await untilUsed()
    return [
      {
        promise: 'P-28',
        name: 'lists that the replica served',
        value: Math.min(reads / calls, 1),
        unit: '×',
        limit: atLeast(0.9),
        note: `${calls} lists`,
      },
      violations(
        'P-28',
        'changes that their own list did not show, with a replica that stands still',
        stale,
        `${changes} changes, listed by the other process`,
      ),
      {
        promise: 'P-28',
        name: `change by others is listed, lag bound ${LAG_SECONDS} s`,
        value: visibleAfter,
        unit: 's',
        limit: atMost(VISIBLE_MAX_SECONDS),
      },
      violations(
        'P-06',
        'session that ended is refused although the replica knows it as live',
        ended.code === 20101 ? 0 : 1,
      ),
      violations(
        'P-28',
        'failed lists while the replica hangs and is killed',
        failures.length,
        `${slowest.length} lists ${failures[0] ?? ''}`,
      ),
      {
        promise: 'P-28',
        name: 'slowest of them',
        value: slowestMs,
        unit: 'ms',
        limit: atMost(SLOWEST_MAX_MS),
      },
      {
        promise: 'P-28',
        name: 'replica is used again after its start',
        value: usedAgain,
        unit: 's',
        limit: atMost(30),
      },
    ]
  },
}

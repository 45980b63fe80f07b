/**
 * The clock of the database jumps by 1,100 days and returns (P-33): nothing is dropped, nobody is logged out, and logins serve
 * again. Debian's PostgreSQL runs with libfaketime, because its clock must change while it runs.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { login } from '@kerf/contract/endpoints/sign-in'
import { sendVerificationCode, verifyEmail } from '@kerf/contract/endpoints/verification'
import pg from 'pg'
import { addCleanUp } from '../../harness/clean-up.ts'
import { atMost } from '../../harness/figures.ts'
import { startMailServer } from '../../harness/installation.ts'
import { type Drill, violations } from '../drill.ts'
import { startNodes } from '../topology/nodes.ts'
import { createStandbyInstallation } from '../topology/standby.ts'
import { createClient } from '../workload/client.ts'
import { PASSWORD, seedPeople } from '../workload/people.ts'

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
const JUMP = '+1100d'
const PEOPLE = 100
/** Fewer than a network may try before a human check. */
const LOGINS = 8
/** Everything that drops or deletes because of age, and what gives up because of it. */
const JOBS = [
  'keep_months',
  'sweep',
  'sweep_sessions',
  'sweep_operators',
  'keep_tracking_days',
  'sweep_headpics',
  'lift_bans',
  'rescue',
]
const TABLES = [
  'audit_event',
  'sign_in_record',
  'session',
  'account',
  'account_message',
  'known_device',
  'ip_ban',
  'operator_session',
  'operator_invitation',
  'operator_ceremony',
  'operator_view',
  'approval',
]
const JOBS_TIMEOUT_MS = 60_000
const BACK_TIMEOUT_MS = 60_000
/** Sessions that were not used for longer than this have ended by time alone. */
const IDLE_DAYS = 2

export const drill: Drill = {
  title: 'the clock of the database jumps by 1,100 days, every job runs, and it returns',
  promises: ['P-33', 'P-07'],
  async run({ say }) {
    if (!existsSync(LIBRARY))
      throw new Error('This drill needs libfaketime. Install it: apt-get install libfaketime')
    const installation = await createStandbyInstallation({
      LD_PRELOAD: LIBRARY,
      FAKETIME_NO_CACHE: '1',
      DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    })
    const { clockFile } = installation
    const smtp = await startMailServer()
    const { url } = await startNodes({
      ...installation.env,
      NODE_ENV: 'test',
      HUMAN_CHECK: 'off',
      CODES_PER_ADDRESS: '1000000',
      MAIL_URL: smtp.url,
    })
    const owner = new pg.Client({ connectionString: installation.databaseUrl })
    await owner.connect()
    addCleanUp(() => owner.end())
    const rows = async <R extends pg.QueryResultRow>(text: string, ...values: unknown[]): Promise<R[]> =>
      (await owner.query<R>(text, values)).rows
    const people = await seedPeople(installation, PEOPLE)
    const [ended, ...others] = people
    if (!ended) throw new Error('nobody was seeded')
    const client = createClient(url)
    for (const { email } of others.slice(0, LOGINS)) await client.call(login, { email, password: PASSWORD })
    await rows(`insert into ip_ban (network, until) values ('203.0.113.0/24', now() + interval '1 day')`)
    // Of operators, and nobody's login.
    for (const text of [
      `insert into operator_session (hash, id, operator, host, method) values (sha256('s'), 'os_drill', 'op_drill', 'drill.example', 'passkey')`,
      `insert into operator_invitation (hash, operator, issued_by, expires_at) values (sha256('i'), 'op_drill', 'drill', now() + interval '1 day')`,
      `insert into operator_ceremony (hash, kind, expires_at) values (sha256('c'), 'login', now() + interval '1 hour')`,
      `insert into operator_view (operator, person) values ('op_drill', sha256('p'))`,
      `insert into approval (id, operation, digest, summary, reason, requested_by, requested_source, expires_at)
       values ('ap_drill', 'user restore', sha256('a'), 'drill', 'drill', 'drill', 'drill', now() + interval '1 day')`,
    ])
      await rows(text)
    // Ended by time alone before the jump: it is refused by 20101 while the clocks are right.
    await rows(
      `update session set remember = false, last_seen = now() - make_interval(days => $2) where uid = $1`,
      ended.uid,
      IDLE_DAYS,
    )
    const before20101 = await client.call(getBasicInfo, undefined, { token: ended.token })
    const counts = async (): Promise<number[]> => {
      const found: number[] = []
      for (const table of TABLES)
        found.push((await rows<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n ?? 0)
      return found
    }
    const runJobs = async (): Promise<void> => {
      for (const job of JOBS) await rows('select graphile_worker.add_job($1)', job)
      const until = performance.now() + JOBS_TIMEOUT_MS
      const left = async () =>
        (
          await rows<{ n: number }>(
            'select count(*)::int as n from graphile_worker.jobs where task_identifier = any($1)',
            JOBS,
          )
        )[0]?.n
      while ((await left()) !== 0) {
        if (performance.now() > until) throw new Error('the jobs do not end')
        await sleep(200)
      }
    }
    await runJobs()
    const before = await counts()

    writeFileSync(clockFile, `${JUMP}\n`)
    const [jumped] = await rows<{ days: number }>(
      'select floor(extract(epoch from now() - to_timestamp($1)) / 86400)::int as days',
      Date.now() / 1_000,
    )
    say(`the clock of the database is ${jumped?.days} days ahead`)
    await runJobs()
    const during = await Promise.all(
      others.map(({ token }) => client.call(getBasicInfo, undefined, { token })),
    )
    const logins = await Promise.all(
      others.slice(0, LOGINS).map(({ email }) => client.call(login, { email, password: PASSWORD })),
    )
    await runJobs()
    const afterJump = await counts()
    say(
      `checks: ${describe(during)}; logins: ${describe(logins)}; rows ${before.join(', ')} → ${afterJump.join(', ')}`,
    )

    writeFileSync(clockFile, '+0\n')
    const returned = performance.now()
    const until = returned + BACK_TIMEOUT_MS
    const [, person] = others
    const loginOnce = async () =>
      (await client.call(login, { email: person?.email ?? '', password: PASSWORD })).code === 0
    while (!(await loginOnce()) && performance.now() < until) await sleep(100)
    const backSeconds = (performance.now() - returned) / 1_000
    const ready = await fetch(`${url}/readyz`)
    await runJobs()
    const back = await Promise.all(others.map(({ token }) => client.call(getBasicInfo, undefined, { token })))
    const receiver = 'after-the-jump@drill.example'
    const { data } = await client.call(verifyEmail, { email: receiver, scene: 'register' })
    await client.call(sendVerificationCode, { receiver, nonce: data?.nonce ?? '', ticket: 'any' })
    const mailUntil = performance.now() + 20_000
    const isMailed = () => smtp.received.some(({ to }) => to === receiver)
    while (!isMailed() && performance.now() < mailUntil) await sleep(100)
    const after = await counts()
    const [stuck] = await rows<{ n: number }>(
      `select count(*)::int as n from graphile_worker.jobs where run_at > now() + interval '1 day'`,
    )
    client.close()
    const lost = TABLES.filter((_, index) =>
      [afterJump, after].some(found => (found[index] ?? 0) < (before[index] ?? 0)),
    )
    const other = [...during, ...logins].filter(
      ({ status, code, retryAfter }) => code !== 0 && !(status === 503 && code === 20901 && retryAfter),
    )
    return [
      violations('P-33', 'days ahead that are missing', jumped?.days === 1_100 ? 0 : 1, `${jumped?.days}`),
      violations('P-33', 'tables that lost rows', lost.length, lost.join(', ')),
      violations(
        'P-07',
        'answers 20101 for live sessions',
        [...during, ...back].filter(({ code }) => code === 20101).length,
        `of ${during.length + back.length}`,
      ),
      violations('P-33', 'refusals other than 503 with 20901 and Retry-After', other.length, describe(other)),
      violations(
        'P-33',
        'sessions that are not served after the return',
        back.filter(({ code }) => code !== 0).length,
        describe(back),
      ),
      violations(
        'P-33',
        'answers other than 20101 for an ended session before',
        before20101.code === 20101 ? 0 : 1,
      ),
      {
        promise: 'P-33',
        name: 'clock is right again: a login succeeds after',
        value: backSeconds,
        unit: 's',
        limit: atMost(10),
      },
      violations('P-33', '/readyz fails after the return', ready.status === 200 ? 0 : 1, `${ready.status}`),
      violations('P-33', 'code mails missing after the return', isMailed() ? 0 : 1),
      violations('P-33', 'jobs that wait for years', stuck?.n ?? Number.NaN),
    ]
  },
}

const describe = (answers: readonly { status: number; code: number; error: string | undefined }[]): string =>
  [...Map.groupBy(answers, ({ status, code, error }) => error ?? `${status} ${code}`)]
    .map(([kind, list]) => `${list.length} × ${kind}`)
    .join(', ')

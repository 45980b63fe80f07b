/**
 * Upgrades without an outage: an earlier release and this version over one database. Its API tests run against the new
 * schema, its servers serve beside new ones, and it serves again after a downgrade.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../packages/server/src/platform/embedded-postgres/embedded-postgres.ts'
import { findFreePort } from '../../packages/server/src/platform/embedded-postgres/free-port.ts'
import { randomToken } from '../../packages/server/src/platform/keys/secrets.ts'
import { migrate } from '../../packages/server/src/platform/schema/migrate.ts'
import { runAsAdmin, withDatabase } from '../../packages/server/test/support/admin-connection.ts'
import { addCleanUp } from '../harness/clean-up.ts'
import { createTemporaryFolder, prepareDatabase, serverSettings } from '../harness/installation.ts'
import { root } from '../harness/processes.ts'
import { type Drill, type DrillContext, type Finding, violations } from './drill.ts'
import { type Daemon, startDaemon } from './topology/daemon.ts'
import { startPortalProxy } from './topology/haproxy.ts'
import { waitUntilReady } from './topology/nodes.ts'
import { checkOutRelease, type Release } from './topology/release.ts'
import { verificationFindings, verifyAcknowledged } from './workload/verify.ts'
import { DAILY_MIX, startWorkload } from './workload/workload.ts'

const RATE = 100
const SETTLE_MS = 4_000
const PROBE_INTERVAL_MS = 20
/** HAProxy takes a server out within a second; the release answers until then. */
const STOP_WINDOW_MS = 3_000

/** Tests of calls that the short form runs: sessions, limits, codes, redemptions, messages, audit, pictures, erasure. */
const TESTS = [
  'packages/server/test/sign-in/session.test.ts',
  'packages/server/test/sign-in/sign-in-password.test.ts',
  'packages/server/test/sign-in/sign-up.test.ts',
  'packages/server/test/account-center/sessions.test.ts',
  'packages/server/test/account-center/headpic.test.ts',
  'packages/server/test/redemption/redeem-code.test.ts',
  'packages/server/test/messages/list-and-count.test.ts',
  'packages/server/test/platform/audit.test.ts',
]
/** Tests that look at the schema itself, which an upgrade changes. */
const SCHEMA_TESTS = [
  '**/account-center/erased-tables.test.ts',
  '**/account-center/cross-account.test.ts',
  '**/account-center/delete-traces.test.ts',
  '**/account-center/delete-process-crash.full.test.ts',
  '**/platform/{backup-tables,table-register}.test.ts',
  '**/platform/migrate.test.ts',
]

interface TestResults {
  readonly numTotalTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

/** Names of failed tests, or of a file that failed as a whole. */
const failuresOf = ({ testResults }: TestResults): string[] =>
  testResults.flatMap(({ name, status, assertionResults }) => {
    const names = assertionResults.filter(test => test.status === 'failed').map(test => test.fullName)
    return names.length === 0 && status === 'failed' ? [name] : names
  })

async function runReleaseTests(release: Release, { size, keep }: DrillContext): Promise<Finding> {
  const dataDir = createTemporaryFolder()
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false })
  addCleanUp(() => postgres.stop())
  await runAsAdmin(postgres.adminUrl, 'create database kerf_template_upgrade')
  await migrate(withDatabase(postgres.adminUrl, 'kerf_template_upgrade'))
  const all = size({ short: 0, full: 1 }) === 1
  const excluded = SCHEMA_TESTS.flatMap(pattern => ['--exclude', pattern])
  const run = async (files: readonly string[]): Promise<TestResults> => {
    const report = `${dataDir}/report.json`
    const child = spawn(
      process.execPath,
      [
        ...['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=2', '--retry=1'],
        ...['--reporter=json', `--outputFile=${report}`, ...files],
      ],
      {
        cwd: release.folder,
        // A process group: servers of the tests may live longer than the worker that started them, and are ended with the group.
        detached: true,
        env: {
          ...process.env,
          NODE_ENV: 'test',
          // Its tests copy this template instead of migrating a database themselves.
          DATABASE_URL_TEST_ADMIN: postgres.adminUrl,
          KERF_TEST_TEMPLATE: 'kerf_template_upgrade',
        },
        stdio: ['ignore', 'ignore', process.env.KERF_BENCH_LOG ? 'inherit' : 'ignore'],
      },
    )
    const endGroup = addCleanUp(() => {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL')
      } catch {
        // All of its processes have ended.
      }
    })
    await once(child, 'exit')
    await endGroup()
    return JSON.parse(await readFile(report, 'utf8')) as TestResults
  }
  const first = await run(all ? ['packages/server/test', ...excluded] : TESTS)
  keep('failed tests of the first run', failuresOf(first))
  // The release's tests expect an idle machine: files that fail beside others run again alone.
  const again = first.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
  const failed = again.length === 0 ? [] : failuresOf(await run([...again, '--no-file-parallelism']))
  keep('failed tests', failed)
  return violations(
    'P-10',
    `failed API tests of ${release.name} on the new schema`,
    failed.length,
    [
      `of ${first.numTotalTests}`,
      `${again.length} of ${first.testResults.length} files ran twice`,
      ...failed.slice(0, 3),
    ].join('; '),
  )
}

interface Version {
  readonly main: string
  readonly options: readonly string[]
}

/** Asks for a session that does not exist until stopped. Returns how many answers were not 20101. */
function startProbe(url: string): () => Promise<{ calls: number; failed: number; slowestMs: number }> {
  let stopped = false
  const result = { calls: 0, failed: 0, slowestMs: 0 }
  const probing = (async () => {
    while (!stopped) {
      const begun = performance.now()
      const answer = await fetch(`${url}/v1/user/basic`, { headers: { utoken: 'A'.repeat(43) } })
        .then(response => response.json() as Promise<{ code: number }>)
        .catch(() => undefined)
      result.calls++
      if (answer?.code !== 20_101) result.failed++
      result.slowestMs = Math.max(result.slowestMs, performance.now() - begun)
      await sleep(PROBE_INTERVAL_MS)
    }
  })()
  return async () => {
    stopped = true
    await probing
    return result
  }
}

/** An installation in use has sessions. Without any, this version would create tokens that the release does not know (decision 034). */
async function startSession(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `with created as (
       insert into account (uid, kind, email, email_verified_at, nickname, country)
       values (gen_random_uuid(), 'personal', $1, now(), 'Maker', 'DE') returning uid)
     insert into session (uid, handle, token_hash, remember, method, application, platform)
     select uid, 'before', $2, true, 'password', 'portal', 'web' from created`,
    ['before@drill.example', randomBytes(32)],
  )
  await client.end()
}

async function serveSideBySide(release: Release, { say, keep }: DrillContext): Promise<Finding[]> {
  const former: Version = {
    main: `${release.folder}/packages/server/src/main.ts`,
    options: ['--conditions=kerf-source'],
  }
  const current: Version = { main: `${root}packages/server/dist/main.js`, options: [] }
  const dataDir = createTemporaryFolder()
  const settings = { ...(await serverSettings()), DRAIN_SECONDS: '3' }
  const postgres = await startEmbeddedPostgres({ dataDir, durable: true })
  addCleanUp(() => postgres.stop())
  const [portA, portB] = [await findFreePort(), await findFreePort()]
  const proxy = await startPortalProxy([`127.0.0.1:${portA}`, `127.0.0.1:${portB}`])
  const start = async ({ main, options }: Version, port: number): Promise<Daemon> => {
    const daemon = startDaemon(process.execPath, [...options, main], {
      NODE_ENV: 'production',
      MAIL_FROM: 'no-reply@kerf.test',
      PORTAL_FOLDER: `${root}packages/portal/dist`,
      ...settings,
      DATABASE_URL: postgres.url,
      DATA_DIR: dataDir,
      PUBLIC_URL: proxy.url,
      PORT: String(port),
    })
    await waitUntilReady(`http://127.0.0.1:${port}`)
    return daemon
  }

  say(`${release.name} serves; this version starts beside it and migrates`)
  const formerA = await start(former, portA)
  await startSession(postgres.url)
  const stopProbe = startProbe(`http://127.0.0.1:${portA}`)
  let serverB = await start(current, portB)
  const duringMigration = await stopProbe()

  const { db, keys } = await prepareDatabase(postgres.url, settings, dataDir)
  // Tokens of the form that both versions know.
  const workload = await startWorkload(
    { db, keys },
    { url: proxy.url, rate: RATE, mix: DAILY_MIX, createToken: () => randomToken() },
  )
  say(`both serve behind one proxy at ${RATE} calls a second`)
  await sleep(SETTLE_MS * 3)
  /** the release closes its port at once, which this version mended */
  const formerStops: number[] = []
  const stopFormer = async (daemon: Daemon) => {
    formerStops.push(workload.now())
    await daemon.stop()
  }
  say('upgrade of the other server')
  await stopFormer(formerA)
  const serverA = await start(current, portA)
  await sleep(SETTLE_MS)
  say(`downgrade of both to ${release.name}`)
  await serverB.stop()
  serverB = await start(former, portB)
  await sleep(SETTLE_MS)
  await serverA.stop()
  await start(former, portA)
  await sleep(SETTLE_MS)
  say('upgrade again')
  await stopFormer(serverB)
  await start(current, portB)
  await sleep(SETTLE_MS)
  await workload.stop()

  const failed = workload.records.filter(({ code }) => code !== 0)
  const isFormerStop = (at: number) =>
    formerStops.some(stop => at > stop - 1_000 && at < stop + STOP_WINDOW_MS)
  const ofFormerStops = failed.filter(({ at }) => isFormerStop(at))
  keep('failed', failed)
  const verification = await verifyAcknowledged(workload, postgres.url, keys)
  return [
    violations(
      'P-10',
      `failed calls of ${release.name} during the migration`,
      duringMigration.failed,
      `of ${duringMigration.calls}, slowest ${Math.round(duringMigration.slowestMs)} ms`,
    ),
    violations(
      'P-09',
      'failed calls of old and new side by side',
      failed.length - ofFormerStops.length,
      `of ${workload.records.length}`,
    ),
    {
      promise: 'P-09',
      name: `failed calls while a server of ${release.name} stops`,
      value: ofFormerStops.length,
      note: `in ${formerStops.length} stops: it closes its port before a proxy can know`,
    },
    ...verificationFindings(verification),
  ]
}

export const drill: Drill = {
  title: 'the release before and this version over one database, upgrade and downgrade',
  promises: ['P-10', 'P-09'],
  async run(context) {
    const release = await checkOutRelease(context.release)
    const tests = await runReleaseTests(release, context)
    return [tests, ...(await serveSideBySide(release, context))]
  },
}

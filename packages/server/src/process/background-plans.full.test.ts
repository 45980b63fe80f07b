/** Background work on big tables: every statement reaches its rows by an index (P-39). */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JobHelpers, TaskList } from 'graphile-worker'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CITUS_URL } from '../../test/support/citus-cluster.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { deleteAccountRows, ERASED_TABLES } from '../identity/erasure/erasure-store.ts'
import { createHeadpic } from '../identity/profile/headpic.ts'
import { type Database, openDatabase, type Queryable } from '../platform/db/database.ts'
import { createDatabaseClock } from '../platform/db/database-clock.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import type { JobLog } from '../platform/jobs/job-log.ts'
import { SCHEDULED_JOBS, type ServerJobs, serverJobGroups } from './jobs.ts'

const ROWS = 10_000
/** So that every sweep finds rows, and each of its statements runs. */
const EXPIRED_ROWS = 3

/** Small tables, whose pages are read at once. */
const SMALL_TABLES = [
  'account_merge',
  'app',
  'announcement',
  // Of operators.
  'approval',
  'operator_ceremony',
  'operator_invitation',
  'operator_session',
  'operator_view',
  'benefit',
  'broadcast',
  'broadcast_version',
  'code_batch',
  'ip_ban',
  'line_demand',
  'webhook',
]
let database: TestDatabase
let owner: pg.Client
let db: Database
let dataDir: string
const explained = new Map<string, string[]>()
const failures: string[] = []

const VALUES: Readonly<Record<string, string>> = {
  uuid: 'md5(i::text)::uuid',
  bytea: `sha256(i::text::bytea)`,
  bool: 'i % 2 = 0',
  int4: 'i',
  int8: `case when $old then i else (extract(epoch from now()) * 1000)::bigint + 3600000 + i end`,
  jsonb: `'{}'::jsonb`,
  inet: `'192.0.2.1'::inet`,
  cidr: `'192.0.2.0/24'::cidr`,
  date: 'current_date',
  _text: `'{}'::text[]`,
  _timestamptz: `'{}'::timestamptz[]`,
  timestamptz: `case when $old then now() - interval '500 days' else now() + interval '1 hour' end + i * interval '1 ms'`,
}

/** Fills every table with rows that are valid for an hour, and a few that expired long ago. */
async function fillTables(): Promise<void> {
  const { rows: tables } = await owner.query<{ name: string; columns: { name: string; type: string }[] }>(
    `select c.relname::text as name,
            json_agg(json_build_object('name', a.attname, 'type', t.typname) order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and a.attgenerated = '' and c.relname <> all ($1)
      group by 1`,
    [
      [
        ...SMALL_TABLES,
        'installation',
        'session_token_form',
        'benefit_feed',
        'migration',
        'wrapped_key',
        'tracking_event',
      ],
    ],
  )
  // Rows of the same values belong to different keys only: a check of their meaning would refuse them.
  await owner.query(
    `do $$ declare c record; begin
       for c in select conrelid::regclass as t, conname from pg_constraint
                 where contype = 'c' and connamespace = 'public'::regnamespace and coninhcount = 0 loop
         execute format('alter table %s drop constraint %I', c.t, c.conname);
       end loop;
     end $$`,
  )
  // One for each product line with a demand: the planner has to know that they are few.
  await owner.query(
    `insert into line_demand (line, course, months) values ('laser', 'laser', 12); analyze line_demand`,
  )
  for (const { name, columns } of tables) {
    const names = columns.map(column => column.name).join()
    const values = (old: boolean) =>
      columns.map(({ type }) => (VALUES[type] ?? `'x' || i`).replaceAll('$old', String(old))).join()
    const isPartitioned = name === 'audit_event' || name === 'sign_in_record'
    await owner.query(
      `insert into ${name} (${names}) select ${values(false)} from generate_series(1, ${ROWS}) i;
       ${isPartitioned ? '' : `insert into ${name} (${names}) select ${values(true)} from generate_series(${ROWS + 1}, ${ROWS + EXPIRED_ROWS}) i;`}
       analyze ${name}`,
    )
  }
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Plan[]
}

/** The months ahead are empty here. */
const EMPTY_MONTH = /^(?:audit_event|sign_in_record)_\d{6}$/
const isBig = (relation: string): boolean => !SMALL_TABLES.includes(relation) && !EMPTY_MONTH.test(relation)

/** Scans of whole big tables in a plan. An index scan without a condition is bounded by the limit above it. */
function findWholeScans(plan: Plan, isLimited = false): string[] {
  const limited = isLimited || plan['Node Type'] === 'Limit'
  const below = (plan.Plans ?? []).flatMap(child =>
    findWholeScans(child, limited && plan['Node Type'] !== 'Sort'),
  )
  const relation = plan['Relation Name']
  const isScan =
    plan['Node Type'] === 'Seq Scan' ||
    (/^Index(?: Only)? Scan$/.test(plan['Node Type']) && plan['Index Cond'] === undefined && !limited)
  return relation !== undefined && isScan && isBig(relation)
    ? [...below, `${plan['Node Type']} of ${relation}`]
    : below
}

/** Explains each statement before it runs for the first time, and once more where other values of it are null, such as a cursor. */
function explaining<Q extends Queryable>(on: Q): Q {
  return {
    ...on,
    async query(config: pg.QueryConfig) {
      const nulls = config.values?.flatMap((value, index) => (value == null ? [index + 1] : [])) ?? []
      const name = [config.name ?? config.text, ...(nulls.length > 0 ? [`null: ${nulls}`] : [])].join(' ')
      if (!explained.has(name) && /^\s*(?:with|select|insert|update|delete)/i.test(config.text)) {
        const { rows } = await on.query<{ 'QUERY PLAN': { Plan: Plan }[] }>({
          text: `explain (format json) ${config.text}`,
          ...(config.values && { values: config.values }),
        })
        const scans = rows[0]?.['QUERY PLAN'].flatMap(({ Plan }) => findWholeScans(Plan)) ?? []
        explained.set(name, scans)
      }
      return on.query(config)
    },
  }
}

function explainingDatabase(plain: Database): Database {
  return {
    ...explaining(plain),
    transaction: work => plain.transaction(tx => work(explaining(tx))),
    pipelinedTransaction: work => plain.transaction(tx => work(explaining(tx))),
    shardTransaction: work => plain.transaction(tx => work(explaining(tx))),
    withConnection: work => plain.withConnection(on => work(explaining(on))),
  }
}

beforeAll(async () => {
  if (CITUS_URL !== undefined) return
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  dataDir = mkdtempSync(join(tmpdir(), 'kerf-plans-'))
  await fillTables()
  db = explainingDatabase(await openDatabase({ url: database.url, poolSize: 2, onError: () => undefined }))
})
afterAll(async () => {
  await db?.close()
  await owner?.end()
  await database?.drop()
  if (dataDir) rmSync(dataDir, { recursive: true })
})

/** Scans of whole big tables in the statements that ran since the last call. */
function takeScans(): string[] {
  const found = [...explained].flatMap(([name, scans]) => scans.map(scan => `${name}: ${scan}`))
  explained.clear()
  return found
}

const PLANS = 'skipped with CITUS_URL: statements-on-cluster.test.ts plans there'

test.skipIf(CITUS_URL !== undefined)(`erases an account by an index in every table (${PLANS})`, async () => {
  await db.transaction(tx => deleteAccountRows(tx, '11111111-1111-4111-8111-111111111111'))
  // And the numbers of revoked certificates, which stay.
  expect(explained.size).toBe(ERASED_TABLES.length + 1)
  expect(takeScans()).toEqual([])
})

test.skipIf(CITUS_URL !== undefined)(
  `reads big tables by an index in every scheduled job (${PLANS})`,
  async () => {
    const files = await openFileStore(dataDir)
    const note = () => undefined
    const log: JobLog = {
      debug: note,
      info: note,
      warn: note,
      error: (_, message) => void failures.push(message),
    }
    const key = randomBytes(32)
    const headpics = createHeadpic({ db, files } as unknown as Parameters<typeof createHeadpic>[0])
    const jobs = {
      db,
      ownerMail: { keys: { mail: key, link: key }, clock: createDatabaseClock(db), placeOf: () => '' },
      files,
      log,
      trackingDays: 180,
      webhookKey: key,
      sweepHeadpics: headpics.sweep,
      erasureRecords: { files, key, deployment: 'us' },
    } as unknown as ServerJobs
    const groups = serverJobGroups(jobs, { mail: 1, webhooks: 1, sweeps: 1 })
    const tasks = Object.assign({}, ...groups.map(group => group.tasks)) as TaskList
    const helpers = {
      abortSignal: new AbortController().signal,
      withPgClient: (work: (client: Queryable) => unknown) => work(explaining<Queryable>(db)),
    } as unknown as JobHelpers
    // `rescue` asks the queue's own tables.
    for (const { task } of SCHEDULED_JOBS.filter(job => job.task !== 'rescue')) {
      explained.set(`(${task})`, [])
      await tasks[task]?.({}, helpers)
    }
    // Tables that nothing sweeps would appear here as statements that did not run.
    expect(explained.size).toBeGreaterThan(40)
    expect(takeScans()).toEqual([])
    expect(failures).toEqual([])
  },
)

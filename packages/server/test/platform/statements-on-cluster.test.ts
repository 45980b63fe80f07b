/**
 * Plans and runs every statement on a distributed database, with one value of its type for each parameter, and compares the shards
 * that it asks with the scope that it declares.
 */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isForAnyNode } from '../../src/platform/cluster/statement-scope.ts'
import type { DefinedStatement } from '../../src/platform/db/database.ts'
import { CITUS_URL, listNodeUrls, NO_CLUSTER } from '../support/citus-cluster.ts'
import { loadStatements } from '../support/load-statements.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

const UID = '0199f0c4-7a54-7000-8000-0000000000aa'
const OTHER_UID = '0199f0c4-7a54-7000-8000-0000000000ab'

const hex = (name: string): string => `\\x${createHash('md5').update(name).digest('hex')}`
const listOf = (...values: string[]): string =>
  `{${values.map(value => `"${value.replace('\\', '\\\\')}"`).join()}}`

/** Texts that the statement converts, or that a function checks. */
const TEXTS: Readonly<Record<string, string>> = {
  day: '2026-01-01',
  network: '10.0.0.0/24',
  table: 'audit_event',
  sequence: 'benefit_event_position',
  task: 'send_mail',
  role: 'operator',
}

const VALUES: Readonly<Record<string, (name: string) => string>> = {
  uuid: () => UID,
  'uuid[]': () => listOf(UID, OTHER_UID),
  text: name => TEXTS[name] ?? `x${name}`,
  'text[]': name => (name === 'tables' ? listOf('audit_event') : listOf('x', 'y', 'z')),
  bytea: hex,
  'bytea[]': name => listOf(hex(name), hex(`${name}1`), hex(`${name}2`)),
  integer: () => '200',
  'integer[]': () => '{1,2}',
  bigint: () => '1',
  'bigint[]': () => '{1,2}',
  'double precision': () => '1',
  boolean: () => 'true',
  json: () => '{}',
  jsonb: () => '{}',
  date: () => '2026-01-01',
  'timestamp with time zone': () => '2026-01-01',
  inet: () => '10.0.0.1',
  'pg_lsn[]': () => '{0/1}',
}

/** Errors of the made-up values, not of the engine: data (22), constraints (23). */
const OF_VALUES = /^2[23]/
/** Statements whose values name objects, or that change the cluster. */
const UNPLANNED =
  /^distribution\.(?:by_column|reference|undo)$|^restore\.set_sequence$|^webhook\.enqueue$|^demo\.redemptions$/

let database: TestDatabase
let client: pg.Client
let worker: pg.Client
let statements: readonly DefinedStatement[]

beforeAll(async () => {
  if (CITUS_URL === undefined) return
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  worker = new pg.Client({ connectionString: (await listNodeUrls(database.url))[1] })
  await worker.connect()
  statements = await loadStatements()
})

afterAll(async () => {
  await worker?.end()
  await client?.end()
  await database?.drop()
})

async function explainAndRun({ text, parameters }: DefinedStatement, on = client): Promise<string> {
  await on.query('begin')
  try {
    await on.query(`prepare census as ${text}`)
    const { rows } = await on.query<{ types: string[] }>(
      `select parameter_types::text[] as types from pg_prepared_statements where name = 'census'`,
    )
    const values = (rows[0]?.types ?? []).map((type, index) =>
      pg.escapeLiteral((VALUES[type] ?? (() => 'x'))(parameters[index] ?? `${index}`)),
    )
    const call = `execute census${values.length > 0 ? `(${values.join()})` : ''}`
    const { rows: plan } = await on.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${call}`)
    await on.query(call)
    return plan.map(line => line['QUERY PLAN']).join('\n')
  } finally {
    await on.query('rollback')
    await on.query('deallocate all')
  }
}

/** Tasks of a plan are the shards that it asks. One that reads nothing of a shard has none. */
const asksOneShard = (plan: string): boolean =>
  [...plan.matchAll(/Task Count: (\d+)/g)].every(([, tasks]) => Number(tasks) <= 1) &&
  !plan.includes('Distributed Subplan')

test.skipIf(CITUS_URL === undefined)(
  `runs every statement, each on the shards that it declares (skipped: ${NO_CLUSTER})`,
  async () => {
    const refused: string[] = []
    const wider: string[] = []
    for (const statement of statements) {
      if (UNPLANNED.test(statement.name)) continue
      try {
        const plan = await explainAndRun(statement)
        if (statement.scope !== 'every shard' && !asksOneShard(plan)) wider.push(statement.name)
      } catch (error) {
        const { code = '', message } = error as { code?: string; message: string }
        if (!OF_VALUES.test(code)) refused.push(`${statement.name}: ${code} ${message}`)
      }
    }
    expect({ refused, wider }).toEqual({ refused: [], wider: [] })
  },
  120_000,
)

test.skipIf(CITUS_URL === undefined)(
  'runs every statement of one shard that numbers no rows through a worker',
  async () => {
    const forAnyNode = statements.filter(one => isForAnyNode(one) && !UNPLANNED.test(one.name))
    const refused: string[] = []
    for (const statement of forAnyNode)
      try {
        if (!asksOneShard(await explainAndRun(statement, worker))) refused.push(`${statement.name}: several`)
      } catch (error) {
        const { code = '', message } = error as { code?: string; message: string }
        if (!OF_VALUES.test(code)) refused.push(`${statement.name}: ${code} ${message}`)
      }
    expect(refused).toEqual([])
    expect(forAnyNode.length).toBeGreaterThan(200)
  },
)

test.skipIf(CITUS_URL === undefined)('finds a planted statement that asks every shard', async () => {
  const planted = { name: 'planted', parameters: ['hash'], scope: 'one shard' } as const
  const plan = await explainAndRun({ ...planted, text: 'select uid from session where token_hash = $1' })
  expect(asksOneShard(plan)).toBe(false)
  await expect(
    explainAndRun({
      ...planted,
      parameters: [],
      text: 'select uid from session limit 1 for update skip locked',
    }),
  ).rejects.toThrow(/./)
})

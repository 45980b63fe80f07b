import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { type Database, openDatabase } from './database.ts'
import { type NodeReads, openNodeReads } from './node-reads.ts'

/** The same database twice, as a coordinator and a node of it, and another one. */
let databases: [TestDatabase, TestDatabase]
beforeAll(async () => {
  databases = await Promise.all([createTestDatabase(), createTestDatabase()])
  return () => Promise.all(databases.map(database => database.drop()))
})

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

const open = (index: 0 | 1) =>
  openDatabase({ url: databases[index].url, poolSize: 2, onError: () => undefined })

const log = { info: vi.fn(), warn: vi.fn() }

interface Nodes {
  readonly reads: NodeReads
  readonly asked: string[]
  breakNode(error: Error | undefined): void
  breakAll(error: Error): void
}

/** Rows that one of the two answers to a statement instead of its own. */
type Answers = Partial<Record<'coordinator' | 'node', readonly [text: string, row: object]>>

/** Each of the two tells when it is asked. */
async function start(other: 0 | 1, answers: Answers = {}): Promise<Nodes> {
  vi.clearAllMocks()
  const asked: string[] = []
  const errors: Record<string, Error | undefined> = {}
  const named = (name: 'coordinator' | 'node', db: Database): Database => ({
    ...db,
    sharedReads: {
      async query(config) {
        asked.push(name)
        if (errors[name]) throw errors[name]
        return db.sharedReads.query(config)
      },
    },
    async query(config) {
      if (errors[name]) throw errors[name]
      const [text, row] = answers[name] ?? []
      if (text !== undefined && config.text.includes(text)) return { rows: [row] } as never
      return db.query(config)
    },
  })
  const [coordinator, node] = [await open(0), await open(other)]
  opened.push(coordinator.close)
  const reads = openNodeReads({
    coordinator: named('coordinator', coordinator),
    node: named('node', node),
    log,
  })
  opened.push(reads.stop)
  return {
    reads,
    asked,
    breakNode(error) {
      errors.node = error
    },
    breakAll(error) {
      errors.node = error
      errors.coordinator = error
    },
  }
}

const lost = () => Object.assign(new Error('connection lost'), { code: '08006' })
const ask = ({ reads }: Nodes) => reads.sharedReads.query({ text: 'select 1' })
const untilUsed = ({ reads }: Nodes) => expect.poll(reads.isUsed, { timeout: 30_000 }).toBe(true)

test('reads through the node, through the coordinator while it is lost, and through the node again', async () => {
  const nodes = await start(0)
  await untilUsed(nodes)
  await ask(nodes)
  nodes.breakNode(lost())
  await ask(nodes)
  await ask(nodes)
  expect(nodes.asked).toEqual(['node', 'node', 'coordinator', 'coordinator'])
  expect(log.warn).toHaveBeenCalledTimes(1)
  nodes.breakNode(undefined)
  await untilUsed(nodes)
  await ask(nodes)
  expect(nodes.asked.at(-1)).toBe('node')
})

test('goes on with the node if a shard is lost, which the coordinator does not reach either', async () => {
  const nodes = await start(0)
  await untilUsed(nodes)
  nodes.breakAll(lost())
  await expect(ask(nodes)).rejects.toThrow('connection lost')
  expect(nodes.reads.isUsed()).toBe(true)
  expect(nodes.asked).toEqual(['node', 'coordinator'])
})

test('throws other errors of the node without asking the coordinator', async () => {
  const nodes = await start(0)
  await untilUsed(nodes)
  nodes.breakNode(Object.assign(new Error('division by zero'), { code: '22012' }))
  await expect(ask(nodes)).rejects.toThrow('division by zero')
  expect(nodes.asked).toEqual(['node'])
})

test('never reads from another database: its sessions are not ours', async () => {
  await databaseCreatedLater()
  const nodes = await start(1)
  await expect.poll(() => log.warn.mock.calls.length, { timeout: 30_000 }).toBe(1)
  expect(log.warn.mock.calls[0]?.[0]).toEqual({ cause: 'it is no node of the database of DATABASE_URL' })
  await ask(nodes)
  expect(nodes.asked).toEqual(['coordinator'])
})

test.each<[string, Answers]>([
  [
    'a standby',
    {
      node: ['pg_is_in_recovery', { identity: '1', isStandby: true }],
      coordinator: ['pg_is_in_recovery', { identity: '1', isStandby: false }],
    },
  ],
  ['a copy without distributed tables', { coordinator: ['pg_dist_partition', { found: true }] }],
])('never reads from %s: it shows sessions that have ended', async (_name, answers) => {
  const nodes = await start(0, answers)
  await expect.poll(() => log.warn.mock.calls.length, { timeout: 30_000 }).toBe(1)
  await ask(nodes)
  expect([nodes.reads.isUsed(), nodes.asked]).toEqual([false, ['coordinator']])
})

/** Test databases are copies of one template. */
async function databaseCreatedLater(): Promise<void> {
  const other = await open(1)
  await other.query({
    text: `update session_token_form set routable_from = routable_from + interval '1 microsecond'`,
  })
  await other.close()
}

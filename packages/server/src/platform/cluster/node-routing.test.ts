import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { CITUS_URL, listNodeUrls, toClusterSql } from '../../../test/support/citus-cluster.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { insertAttempt } from '../../outbound/webhook/webhook-attempt-store.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { addPoints, findCounts } from '../limits/rate-limit-store.ts'
import {
  NodeIdentity,
  type NodeRouting,
  openNodeRouting,
  runsOnAnyNode,
  WrongNodeError,
} from './node-routing.ts'

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

/** On a cluster a worker, else the same server. */
async function openNode(index: 0 | 1): Promise<Database> {
  const { url } = databases[index]
  const [, worker] = CITUS_URL === undefined ? [] : await listNodeUrls(url)
  return openDatabase({ url: worker ?? url, poolSize: 2, onError: () => undefined })
}

const log = { info: vi.fn(), warn: vi.fn() }

interface Nodes {
  readonly routing: NodeRouting
  /** of both */
  readonly db: Database
  readonly asked: string[]
  breakNode(error: Error | undefined): void
  breakAll(error: Error): void
  /** The coordinator, and a shard that the node asks. */
  breakShard(error: Error): void
}

/** Rows that one of the two answers to a statement instead of its own. */
type Answers = Partial<Record<'coordinator' | 'node', readonly [text: string, row: object]>>

/** Each of the two tells when a named statement, a shared read or a transaction reaches it. */
async function start(other: 0 | 1, answers: Answers = {}): Promise<Nodes> {
  vi.clearAllMocks()
  const asked: string[] = []
  const errors: Record<string, Error | undefined> = {}
  const named = (name: 'coordinator' | 'node', db: Database): Database => {
    const ask = (): void => {
      asked.push(name)
      if (name === 'node' && errors.shard) throw errors.shard
      if (errors[name]) throw errors[name]
    }
    return {
      ...db,
      sharedReads: {
        async query(config) {
          ask()
          return db.sharedReads.query(config)
        },
      },
      async shardTransaction(work) {
        ask()
        return db.shardTransaction(work)
      },
      async query(config) {
        if (/^(?:distribution|session_token_form)/.test(config.name ?? '')) {
          if (errors[name]) throw errors[name]
          const [text, row] = answers[name] ?? []
          if (text !== undefined && config.text.includes(text)) return { rows: [row] } as never
        } else ask()
        return db.query(config)
      },
    }
  }
  const [coordinator, node] = [named('coordinator', await open(0)), named('node', await openNode(other))]
  opened.push(coordinator.close)
  const routing = openNodeRouting({ coordinator, node, log })
  opened.push(async () => {
    await routing.stop()
    await node.close()
  })
  return {
    routing,
    db: routing.route(coordinator, node),
    asked,
    breakNode(error) {
      errors.node = error
    },
    breakAll(error) {
      errors.node = error
      errors.coordinator = error
    },
    breakShard(error) {
      errors.coordinator = error
      errors.shard = error
    },
  }
}

const lost = () => Object.assign(new Error('connection lost'), { code: '08006' })
const ask = ({ db }: Nodes) => db.sharedReads.query({ text: 'select 1' })
const untilUsed = ({ routing }: Nodes) => expect.poll(routing.isUsed, { timeout: 30_000 }).toBe(true)

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
  expect(nodes.routing.isUsed()).toBe(true)
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
  [
    'a copy without distributed tables',
    {
      coordinator: ['pg_dist_partition', { found: true }],
      node: ['pg_dist_partition', { found: false }],
    },
  ],
])('never reads from %s: it shows sessions that have ended', async (_name, answers) => {
  const nodes = await start(0, answers)
  await expect.poll(() => log.warn.mock.calls.length, { timeout: 30_000 }).toBe(1)
  await ask(nodes)
  expect([nodes.routing.isUsed(), nodes.asked]).toEqual([false, ['coordinator']])
})

const cost = (key: string) => ({ key, seconds: 60, cost: 1 })
const add = ({ db }: Nodes, ...keys: string[]) =>
  addPoints(db, { costs: keys.map(cost), readOnlyKeys: [], nowMs: Date.now() })

test('writes to one shard, and transactions of shards, run through the node', async () => {
  const nodes = await start(0)
  await untilUsed(nodes)
  await add(nodes, 'one')
  await add(nodes, 'one', 'two')
  const [count] = await findCounts(nodes.db, { keys: ['one'], nowMs: Date.now() })
  expect(count?.points).toBe(2)
  expect(nodes.asked).toEqual(['node', 'node', 'node'])
})

test('a write that the node may have run is not repeated, and one that did not reach it is', async () => {
  const nodes = await start(0)
  await untilUsed(nodes)
  nodes.breakNode(lost())
  await expect(add(nodes, 'three')).rejects.toThrow('connection lost')
  expect(nodes.asked).toEqual(['node'])
  await expect.poll(nodes.routing.isUsed).toBe(false)
  await add(nodes, 'three')
  expect(nodes.asked).toEqual(['node', 'coordinator'])

  nodes.breakNode(undefined)
  await untilUsed(nodes)
  nodes.breakNode(Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' }))
  const [count] = await add(nodes, 'three')
  expect(count?.points).toBe(2)
})

test('stays with the node if a write fails on a lost shard, although the coordinator is lost too', async () => {
  const nodes = await start(0)
  await untilUsed(nodes)
  nodes.breakShard(lost())
  await expect(add(nodes, 'four')).rejects.toThrow('connection lost')
  await expect(add(nodes, 'four')).rejects.toThrow('connection lost')
  // Waits for the check that the failed writes began.
  await nodes.routing.stop()
  expect([nodes.routing.isUsed(), nodes.asked]).toEqual([true, ['node', 'node']])
})

test('logs and other tables of the coordinator, numbered rows and unknown statements never reach the node', async () => {
  const nodes = await start(0)
  await untilUsed(nodes)
  const attempt = {
    ...{ clientId: 'a', deliveryId: 'b', type: 'c', events: 0, attempt: 0, status: null },
    ...{ durationMs: 0, cause: '', afterPosition: null },
  }
  await insertAttempt(nodes.db, attempt)
  await nodes.db.query({ text: 'select 1' })
  expect(nodes.asked).toEqual(['coordinator', 'coordinator'])
  expect(runsOnAnyNode({ name: 'account_event.insert', text: '' })).toBe(false)
  await expect(nodes.db.shardTransaction(tx => insertAttempt(tx, attempt))).rejects.toThrow(
    'statement webhook_attempt.insert needs the coordinator',
  )
})

test('checks every new connection: a name may lead to another database by then', async () => {
  await databaseCreatedLater()
  const [own, other] = [await open(0), await open(1)]
  opened.push(own.close, other.close)
  const identity = new NodeIdentity()
  await identity.verify(other)
  await identity.assert(own, own)
  await identity.verify(own)
  await expect(identity.verify(other)).rejects.toThrow(WrongNodeError)
  const verified = await openDatabase({
    ...{ url: databases[1].url, poolSize: 1, onError: () => undefined },
    verify: connection => identity.verify(connection),
  })
  opened.push(verified.close)
  await expect(verified.query({ text: 'select 1' })).rejects.toThrow(WrongNodeError)
})

/** Test databases are copies of one template. */
async function databaseCreatedLater(): Promise<void> {
  const other = await open(1)
  await other.query({
    text: toClusterSql(
      `update session_token_form set routable_from = routable_from + interval '1 microsecond'`,
    ),
  })
  await other.close()
}

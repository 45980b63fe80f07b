/**
 * Faults of a Citus cluster, which CITUS_URL names and which runs on this machine: a worker and the coordinator are killed, each also in the
 * middle of commits, and shards move to a further worker under load (P-01, P-07, P-25, P-31).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { redeem } from '@kerf/contract/endpoints/redemption'
import { register } from '@kerf/contract/endpoints/sign-in'
import pg from 'pg'
import { readAsAdmin, runAsAdmin } from '../../../packages/server/test/support/admin-connection.ts'
import { type ClusterInstallation, createClusterInstallation } from '../../harness/cluster.ts'
import { atLeast, atMost } from '../../harness/figures.ts'
import { SEED_PASSWORD, seedCodes, seedRedemptionCodes } from '../../harness/seed.ts'
import { startServer } from '../../harness/server-process.ts'
import { type Drill, type Finding, violations } from '../drill.ts'
import { controlNode, crashBetweenPhases, startFurtherNode } from '../topology/cluster-node.ts'
import { createClient } from '../workload/client.ts'
import {
  after,
  callOnce,
  callUntil,
  describe,
  newTally,
  sumOf,
  untilAllServed,
  WRITERS,
} from '../workload/outage-calls.ts'
import { type Person, seedPeople } from '../workload/people.ts'

const PEOPLE = 200
const OUTAGE_MS = 6_000

/** A connection of the coordinator to a node that was restarted is found to be broken by its next statement. */
async function persist<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 20; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left === 0) throw error
      await sleep(250)
    }
  }
}

/** The people whose account is on the node with this port. */
async function peopleOn(of: ClusterInstallation, people: readonly Person[], port: number): Promise<Person[]> {
  const { rows } = await of.db.query<{ uid: string }>({
    text: `select u.uid from unnest($1::uuid[]) u(uid)
             join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('account', u.uid)
             join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary' where n.nodeport = $2`,
    values: [people.map(({ uid }) => uid), port],
  })
  const found = new Set(rows.map(({ uid }) => uid))
  return people.filter(({ uid }) => found.has(uid))
}

const PROMISE = 'P-31'
/** A killed node would lose what it acknowledged; shards could not move. */
const UNFIT = `select current_setting('synchronous_commit') = 'off' or current_setting('wal_level') <> 'logical'`

/** Counts rows of which only one of two nodes committed the transaction. `seeded`: accounts that no sign-up made. */
async function findHalves(url: string, seeded: readonly Person[]): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const set = async (text: string): Promise<Set<string>> => {
    const { rows } = await client.query<{ key: string }>(text)
    return new Set(rows.map(({ key }) => key))
  }
  const accounts = await set('select uid::text as key from account')
  const owners = await set('select distinct uid::text as key from sign_in_identifier')
  const count = async (text: string): Promise<number> =>
    (await client.query<{ n: number }>(text)).rows[0]?.n ?? 0
  const used = await count('select count(*)::int as n from redemption_code where redeemed_at is not null')
  const granted = await count('select count(*)::int as n from redemption')
  const published = await count('select count(*)::int as n from benefit_event')
  // The audit log is on the coordinator, the account and the benefit on a worker.
  const audited = await set(
    `select uid::text as key from audit_event where event = 'account.register' and outcome = 'ok'`,
  )
  const redeemed = await count(
    `select count(*)::int as n from audit_event where event = 'redemption.redeem' and outcome = 'ok'`,
  )
  const known = new Set(seeded.map(({ uid }) => uid))
  await client.end()
  return {
    'accounts without an email address': [...accounts].filter(uid => !owners.has(uid)).length,
    'email addresses without an account': [...owners].filter(uid => !accounts.has(uid)).length,
    'codes that were used without a benefit, or benefits without a code': Math.abs(used - granted),
    'benefits that apps do not learn of': Math.abs(granted - published),
    'sign-ups without audit row': [...accounts].filter(uid => !known.has(uid) && !audited.has(uid)).length,
    'audit rows without the account they name': [...audited].filter(uid => !accounts.has(uid)).length,
    'benefits without audit row, or audit rows without a benefit': Math.abs(granted - redeemed),
  }
}

export const drill: Drill = {
  title:
    'a Citus cluster loses a worker and its coordinator, each also between the two phases of commits; shards move',
  promises: [PROMISE, 'P-01', 'P-07', 'P-25'],
  async run({ rounds, say, keep }) {
    const installation = await createClusterInstallation()
    const { nodes, urlOf, env } = installation
    const [coordinator, worker, other] = nodes
    if (!coordinator || !worker || !other) throw new Error('the cluster needs a coordinator and two workers')
    for (const node of nodes)
      if (await readAsAdmin(urlOf(node), UNFIT))
        throw new Error('the nodes need synchronous_commit = on and wal_level = logical')
    const people = await seedPeople(installation, PEOPLE)
    const server = await startServer({ ...env, DATABASE_NODE_URL: urlOf(other) })
    const client = createClient(server.url)
    const lost = await peopleOn(installation, people, worker.port)
    const kept = people.filter(person => !lost.includes(person))
    await untilAllServed(client, people)
    const findings: Finding[] = []
    const finding = (
      name: string,
      value: number,
      limit?: number,
      note = '',
      unit?: Finding['unit'],
    ): void => {
      findings.push({
        promise: PROMISE,
        name,
        value,
        ...(unit && { unit }),
        ...(limit !== undefined && { limit: atMost(limit) }),
        note,
      })
    }

    say(`a worker is killed: ${lost.length} accounts on it, ${kept.length} elsewhere`)
    const control = await controlNode(urlOf(worker))
    const [ofLost, ofKept] = [newTally(), newTally()]
    await control.crash()
    // The first statement of each connection notices.
    await callUntil(client, people, newTally(), after(500))
    const isOver = after(OUTAGE_MS)
    await Promise.all([callUntil(client, lost, ofLost, isOver), callUntil(client, kept, ofKept, isOver)])
    await control.start()
    const back = await untilAllServed(client, people)
    finding(
      'worker lost: answers to its accounts other than 503 with 20901',
      ofLost.ok + sumOf(ofLost.other),
      0,
      `${ofLost.unavailable} of these; ${describe(ofLost.other)}`,
    )
    finding(
      'worker lost: failed calls of other accounts',
      ofKept.unavailable + sumOf(ofKept.other),
      0,
      `${ofKept.ok} served; ${ofKept.unavailable} × 503, ${describe(ofKept.other)}`,
    )
    finding('worker back: all accounts are served after', back, 10, '', 's')

    say('the coordinator is killed')
    const head = await controlNode(urlOf(coordinator))
    const checks = newTally()
    const writes = newTally()
    await head.crash()
    await callUntil(client, people, newTally(), after(500))
    const end = after(OUTAGE_MS)
    const write = async (): Promise<void> => {
      for (let i = 0; !end(); i++) {
        const person = people[i % people.length]
        if (person) await callOnce(client, person, true, writes)
      }
    }
    const check = async (): Promise<void> => {
      for (let i = 0; !end(); i++) {
        const person = people[i % people.length]
        if (person) await callOnce(client, person, false, checks)
      }
    }
    await Promise.all([write(), check(), check()])
    await head.start()
    const headBack = await untilAllServed(client, people)
    const written = await callOnce(client, people[0] as Person, true, newTally())
    finding(
      'coordinator lost: failed session checks through a worker',
      checks.unavailable + sumOf(checks.other),
      0,
      `${checks.ok} served; ${checks.unavailable} × 503, ${describe(checks.other)}`,
    )
    finding(
      'coordinator lost: answers to writes other than 503 with 20901',
      writes.ok + sumOf(writes.other),
      0,
      `${writes.unavailable} of these; ${describe(writes.other)}`,
    )
    finding(
      'coordinator back: all accounts are served after',
      written ? headBack : Number.POSITIVE_INFINITY,
      10,
      '',
      's',
    )

    const repetitions = rounds({ short: 3, full: 10 })
    say(
      `a node is killed in the middle of commits, ${repetitions} times: the workers and the coordinator in turn`,
    )
    let prepared = 0
    let acknowledged = 0
    const redeemedTwice: string[] = []
    const lostWrites: string[] = []
    for (let round = 0; round < repetitions; round++) {
      const codes = await persist(() => seedRedemptionCodes(installation.db, installation.keys, 300))
      const registrations = await persist(() => seedCodes(installation.db, installation.keys, 200))
      const watched = await controlNode(urlOf(round % 3 === 1 ? other : worker))
      const node = round % 3 === 2 ? head : watched
      let isStopped = false
      const done: { uid?: string; code?: string; email?: string }[] = []
      const act = async (index: number): Promise<void> => {
        for (let i = index; !isStopped; i += WRITERS) {
          if (i % 4 === 0) {
            const registration = registrations[i / 4]
            if (!registration) return
            const { code } = await client.call(register, {
              ...registration,
              password: SEED_PASSWORD,
              agreement: true,
            })
            if (code === 0) done.push({ email: registration.email })
          } else {
            const [person, code] = [people[i % people.length], codes[i]]
            if (!person || !code) return
            const answer = await client.call(
              redeem,
              { code },
              { token: person.token, idempotencyKey: `citus-${code}` },
            )
            if (answer.code === 0) done.push({ uid: person.uid, code })
          }
        }
      }
      const acting = Promise.all(Array.from({ length: WRITERS }, (_, index) => act(index)))
      await sleep(300)
      prepared += await crashBetweenPhases(node, { worker: watched, coordinator: head })
      await sleep(1_000)
      isStopped = true
      await acting
      await node.start()
      // The maintenance process of the coordinator does so every minute.
      await persist(() => runAsAdmin(urlOf(coordinator), 'select recover_prepared_transactions()'))
      await untilAllServed(client, people)
      acknowledged += done.length
      // A code that was acknowledged is refused to another person.
      for (const { uid, code } of done.filter(({ code: used }) => used !== undefined).slice(0, 20)) {
        const stranger = people.find(person => person.uid !== uid)
        const answer = await client.call(
          redeem,
          { code: code ?? '' },
          { token: stranger?.token ?? '', idempotencyKey: `again-${code}` },
        )
        if (answer.code === 0) redeemedTwice.push(code ?? '')
      }
      const emails = done.flatMap(({ email }) => email ?? [])
      const stored = await persist(() =>
        installation.db.query<{ value: string }>({
          text: `select value from sign_in_identifier where kind = 'email' and value = any($1)`,
          values: [emails],
        }),
      )
      const found = new Set(stored.rows.map(({ value }) => value))
      lostWrites.push(...emails.filter(email => !found.has(email)))
    }
    findings.push({
      promise: PROMISE,
      name: 'node lost between two phases: transactions that were prepared at the kill',
      value: prepared,
      limit: atLeast(1),
    })
    for (const [name, value] of Object.entries(await persist(() => findHalves(urlOf(coordinator), people))))
      finding(
        `node lost between two phases: ${name}`,
        value,
        0,
        `${prepared} transactions were prepared at the kill, ${acknowledged} acknowledged`,
      )
    finding('node lost between two phases: codes redeemed twice', redeemedTwice.length, 0)
    findings.push(
      violations('P-01', 'node lost between two phases: acknowledged sign-ups lost', lostWrites.length),
    )

    say('a worker is added, and shards move to it under load')
    const port = await startFurtherNode(urlOf(coordinator))
    const further = { host: coordinator.host, port, isCoordinator: false }
    const name = new URL(urlOf(further)).pathname.slice(1)
    const plain = new URL(urlOf(further))
    plain.pathname = '/postgres'
    await runAsAdmin(plain.href, `create database ${name}`)
    await runAsAdmin(urlOf(further), 'create extension citus')
    const moving = newTally()
    let isMoved = false
    const calling = callUntil(client, people, moving, () => isMoved)
    const start = performance.now()
    await runAsAdmin(urlOf(coordinator), `select citus_add_node('${further.host}', ${port})`)
    await runAsAdmin(
      urlOf(coordinator),
      `select rebalance_table_shards(shard_transfer_mode := 'force_logical')`,
    )
    const seconds = (performance.now() - start) / 1_000
    isMoved = true
    await calling
    const moved = Number(
      await readAsAdmin(
        urlOf(coordinator),
        `select count(*) from citus_shards where nodeport = ${port} and citus_table_type = 'distributed'`,
      ),
    )
    await untilAllServed(client, people)
    keep('moving', { ok: moving.ok, seconds, moved })
    finding(
      'shards move to a further worker: failed calls',
      moving.unavailable + sumOf(moving.other),
      0,
      `${moving.ok} served in ${seconds.toFixed(0)} s, ${moved} shards moved; slowest call ${Math.round(moving.slowestMs)} ms; ${moving.unavailable} × 503 ${moving.firstUnavailable}, ${describe(moving.other)}`,
    )
    client.close()
    await server.stop()
    return findings
  },
}

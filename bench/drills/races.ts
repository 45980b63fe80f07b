/** Single outcomes under parallel calls over two servers: redemption (P-03), verification codes (P-04), guesses (P-05), repeated acts (P-19). */
import { setTimeout as sleep } from 'node:timers/promises'
import { deleteAccount } from '@kerf/contract/endpoints/erasure'
import { redeem } from '@kerf/contract/endpoints/redemption'
import { login, register } from '@kerf/contract/endpoints/sign-in'
import { unbindSocial } from '@kerf/contract/endpoints/social'
import { accountReceiver } from '../../packages/server/src/identity/verification/receiver-hash.ts'
import { codeHash } from '../../packages/server/src/identity/verification/verification-codes.ts'
import { randomToken, sha256 } from '../../packages/server/src/platform/keys/secrets.ts'
import { atMost } from '../harness/figures.ts'
import { createInstallation, type Installation } from '../harness/installation.ts'
import { seedRedemptionCodes } from '../harness/seed.ts'
import { type Drill, type Finding, violations } from './drill.ts'
import { type Nodes, startNodes } from './topology/nodes.ts'
import { type Client, createClient, type Outcome } from './workload/client.ts'
import { PASSWORD, type Person, seedPeople, seedRegistrations } from './workload/people.ts'

const PARALLEL = 200
/** `incorrect_account`: the password was compared. */
const EVALUATED = 20111
const SERVED_LATER_TIMEOUT_MS = 20_000

interface Scene {
  readonly installation: Installation
  readonly nodes: Nodes
  /** directly to each server */
  readonly clients: readonly [Client, Client]
}

const parallel = <T>(count: number, run: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)))
const countOf = (outcomes: readonly Outcome<unknown>[], code: number): number =>
  outcomes.filter(outcome => outcome.code === code).length
const countRows = async ({ db }: Installation, text: string, ...values: unknown[]): Promise<number> =>
  (await db.query<{ n: number }>({ text: `select count(*)::int as n from ${text}`, values })).rows[0]?.n ?? 0

async function redeemInParallel({ installation, clients }: Scene, rounds: number): Promise<Finding> {
  let wrong = 0
  for (let round = 0; round < rounds; round++) {
    const people = await seedPeople(installation, PARALLEL)
    const [code = ''] = await seedRedemptionCodes(installation.db, installation.keys, 1)
    const outcomes = await parallel(PARALLEL, index =>
      clients[index % 2 === 0 ? 0 : 1].call(redeem, { code }, { token: people[index]?.token ?? '' }),
    )
    const uids = people.map(({ uid }) => uid)
    const grants = await countRows(installation, 'redemption where uid = any($1)', uids)
    if (countOf(outcomes, 0) !== 1 || grants !== 1) wrong++
  }
  return violations(
    'P-03',
    `rounds of ${PARALLEL} tries with other than one redemption`,
    wrong,
    `of ${rounds}`,
  )
}

/** The server is killed while it redeems; the call is repeated with its key at the other one. */
async function redeemAndKill({ installation, nodes, clients }: Scene, rounds: number): Promise<Finding> {
  const people = await seedPeople(installation, rounds)
  const codes = await seedRedemptionCodes(installation.db, installation.keys, rounds)
  let wrong = 0
  for (let round = 0; round < rounds; round++) {
    const { uid = '', token = '' } = people[round] ?? {}
    const code = codes[round] ?? ''
    const options = { token, idempotencyKey: `drill-${code}` }
    const first = clients[0].call(redeem, { code }, options)
    await sleep(Math.random() * 12)
    await nodes.nodes[0].kill()
    const answered = await first
    const restarted = nodes.nodes[0].start()
    const repeated = await clients[1].call(redeem, { code }, options)
    const grants = await countRows(installation, 'redemption where uid = $1', uid)
    const sameAnswer = answered.code !== 0 || JSON.stringify(answered.data) === JSON.stringify(repeated.data)
    if (repeated.code !== 0 || grants !== 1 || !sameAnswer) wrong++
    await restarted
  }
  return violations('P-03', 'kills with other than one grant after the repetition', wrong, `of ${rounds}`)
}

async function guessCodes({ installation, nodes, clients }: Scene): Promise<Finding[]> {
  const [guessed, right] = await seedRegistrations(installation, 2)
  if (!guessed || !right) throw new Error('no codes')
  const signUp = (index: number, registration: typeof guessed, captcha: string) =>
    clients[index % 2 === 0 ? 0 : 1].call(register, {
      ...registration,
      captcha,
      password: PASSWORD,
      agreement: true,
    })
  await parallel(PARALLEL / 2, index => signUp(index, guessed, String(100_000 + index)))
  // A restart in the middle forgets nothing.
  await nodes.nodes[0].stop()
  await nodes.nodes[0].start()
  await parallel(PARALLEL / 2, index => signUp(index, guessed, String(200_000 + index)))
  const { rows } = await installation.db.query<{ tries: number }>({
    text: 'select tries from verification where nonce_hash = $1',
    values: [sha256(guessed.nonce)],
  })
  const late = await signUp(0, guessed, guessed.captcha)
  const winners = await parallel(PARALLEL, index => signUp(index, right, right.captcha))
  const accounts = await countRows(installation, 'sign_in_identifier where value = $1', right.email)
  return [
    {
      promise: 'P-04',
      name: `tries of a code after ${PARALLEL} parallel wrong ones and a restart`,
      value: rows[0]?.tries ?? Number.NaN,
      limit: atMost(5),
    },
    violations('P-04', 'accounts by the right code after them', late.code === 0 ? 1 : 0),
    violations(
      'P-19',
      `accounts of ${PARALLEL} parallel sign-ups beyond one`,
      Math.abs(accounts - 1) + Math.abs(countOf(winners, 0) - 1),
    ),
  ]
}

async function guessPasswords({ installation, nodes, clients }: Scene): Promise<Finding> {
  const [victim] = await seedPeople(installation, 1)
  const email = victim?.email ?? ''
  const guess = (index: number) =>
    clients[index % 2 === 0 ? 0 : 1].call(login, { email, password: `wrong-guess-${index}` })
  const first = await parallel(40, guess)
  await nodes.nodes[1].kill()
  await nodes.nodes[1].start()
  const rest = await parallel(40, guess)
  return {
    promise: 'P-05',
    name: 'wrong passwords evaluated, of 80 and a killed server',
    value: countOf([...first, ...rest], EVALUATED),
    limit: atMost(10),
  }
}

/** Signs in, as deletion and disconnection need a recent sign-in of the same browser. */
async function signIn(client: Client, { email }: Person): Promise<{ token: string; cookie: string }> {
  const until = performance.now() + SERVED_LATER_TIMEOUT_MS
  for (;;) {
    const { data, cookies, code } = await client.call(login, { email, password: PASSWORD })
    if (data) {
      const cookie = cookies.map(line => line.split(';')[0]).join('; ')
      return { token: data.utoken, cookie }
    }
    if (performance.now() > until) throw new Error(`the sign-in was refused with ${code}`)
    await sleep(500)
  }
}

async function deleteInParallel({ installation, clients }: Scene): Promise<Finding> {
  const { db, keys } = installation
  const [person] = await seedPeople(installation, 1)
  if (!person) throw new Error('no person')
  const { uid } = person
  const session = await signIn(clients[0], person)
  const [nonce, captcha] = [randomToken(), '246810']
  const values = [
    sha256(nonce),
    accountReceiver(keys.receiver, uid),
    codeHash(keys.code, nonce, captcha),
    uid,
  ]
  await db.query({
    text: `with gate as (insert into verification_gate (receiver, scene, nonce_hash, sent_at) values ($2, 'delete', $1, now()))
           insert into verification (nonce_hash, receiver, scene, uid, expires_at, code_hash, code_expires_at)
           values ($1, $2, 'delete', $4, now() + interval '10 minutes', $3, now() + interval '10 minutes')`,
    values,
  })
  const outcomes = await parallel(PARALLEL, index =>
    clients[index % 2 === 0 ? 0 : 1].call(deleteAccount, { nonce, captcha, confirm: true }, session),
  )
  const left = await countRows(installation, 'account where uid = $1', uid)
  return violations(
    'P-19',
    `deletions of ${PARALLEL} parallel ones beyond one, and accounts left`,
    Math.abs(countOf(outcomes, 0) - 1) + left,
  )
}

async function disconnectInParallel({ installation, clients }: Scene): Promise<Finding> {
  const { db } = installation
  const [person] = await seedPeople(installation, 1)
  if (!person) throw new Error('no person')
  const { uid } = person
  const session = await signIn(clients[0], person)
  const channels = ['github', 'google']
  await db.query({
    text: `with linked as (insert into social_link (uid, channel, name) select $1, c, 'ada' from unnest($2::text[]) c)
           insert into sign_in_identifier (kind, value, uid) select 'oauth:' || c, c || ':' || $1, $1::uuid from unnest($2::text[]) c`,
    values: [uid, channels],
  })
  await db.query({ text: 'update account set password_hash = null where uid = $1', values: [uid] })
  await db.query({ text: `delete from sign_in_identifier where uid = $1 and kind = 'email'`, values: [uid] })
  await parallel(PARALLEL, index =>
    clients[index % 2 === 0 ? 0 : 1].call(
      unbindSocial,
      { channel: channels[(index >> 1) % 2] ?? '' },
      session,
    ),
  )
  const left = await countRows(installation, `sign_in_identifier where uid = $1`, uid)
  return violations(
    'P-19',
    `ways to sign in left after ${PARALLEL} disconnections of the last two, beyond one`,
    Math.abs(left - 1),
  )
}

export const drill: Drill = {
  title: 'parallel calls over two servers have one outcome, also when one is killed',
  promises: ['P-03', 'P-04', 'P-05', 'P-19'],
  async run({ rounds }) {
    const installation = await createInstallation()
    const nodes = await startNodes(installation.env)
    const clients = [createClient(nodes.nodes[0].url), createClient(nodes.nodes[1].url)] as const
    const scene: Scene = { installation, nodes, clients }
    const findings = [
      await redeemInParallel(scene, rounds({ short: 10, full: 50 })),
      await deleteInParallel(scene),
      await disconnectInParallel(scene),
      await redeemAndKill(scene, rounds({ short: 10, full: 100 })),
      ...(await guessCodes(scene)),
      await guessPasswords(scene),
    ]
    for (const client of clients) client.close()
    return findings
  },
}

/**
 * Strict privacy: the time of a code request for an address that has an account, compared with one that has none (S-025). Calls
 * run one at a time, in pairs of random order, so that other load of the machine affects both alike.
 */
import { randomInt } from 'node:crypto'
import {
  sendVerificationCode,
  verifyEmail,
  verifyEnterpriseAccount,
} from '@kerf/contract/endpoints/verification'
import { randomToken, sha256 } from '../../packages/server/src/platform/keys/secrets.ts'
import type { Context, Section } from '../harness/context.ts'
import { atMost, type Figure, formatNumber } from '../harness/figures.ts'
import type { Installation } from '../harness/installation.ts'
import { mannWhitneyZ } from '../harness/mann-whitney.ts'
import { startServer } from '../harness/server-process.ts'
import { median } from '../harness/side-by-side.ts'
import { clientAddress } from '../load/run-load.ts'

const PAIRS = 300
/** Pairs that are not counted: connections, prepared statements and compiled code are new. */
const WARM_UP_PAIRS = 20
const SCENES = ['login', 'findpwd', 'register', 'enterprise'] as const
const KINDS = ['known', 'unknown'] as const
/** Equal times exceed this in one comparison of 370. */
const Z_MAX = 3
const DIFFERENCE_MAX_MS = 5

type SceneName = (typeof SCENES)[number]
type Kind = (typeof KINDS)[number]
interface Times {
  readonly verify: number
  readonly send: number
}

const receiverOf = (scene: SceneName, kind: Kind, index: number): string => {
  if (scene === 'enterprise') return `${kind === 'known' ? 'shop' : 'none'}-${index}`
  return `${kind === 'known' ? 'maker' : 'nobod'}${index}@bench.example`
}

/** Enterprise accounts, and a human-check ticket for each code request. */
async function seed({ db }: Installation, enterprises: number, tickets: readonly string[]): Promise<void> {
  const insert = (text: string, ...values: unknown[]) => db.query({ text, values })
  await insert(
    `insert into account (uid, kind, email, email_verified_at, enterprise_id, user_name)
     select gen_random_uuid(), 'enterprise', 'office' || n || '@bench.example', now(), 'shop-' || n, 'Shop'
       from generate_series(1, $1) n`,
    enterprises,
  )
  await insert(
    `insert into sign_in_identifier (kind, value, uid)
     select 'account', enterprise_id, uid from account where enterprise_id like 'shop-%'`,
  )
  await insert(
    `insert into one_time (kind, hash, expires_at)
     select 'human_ticket', hash, now() + interval '1 hour' from unnest($1::bytea[]) as t(hash)`,
    tickets.map(sha256),
  )
}

async function post(url: string, path: string, ip: string, body: unknown) {
  const start = performance.now()
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { code: number; data: { nonce: string } }
  const time = performance.now() - start
  if (answer.code !== 0) throw new Error(`${path} answered ${answer.code}`)
  return { time, data: answer.data }
}

/** For the call that names the account, and for the call that requests the code. */
function compare(scene: SceneName, measured: Readonly<Record<Kind, readonly Times[]>>) {
  return (['verify', 'send'] as const).map(call => {
    const known = measured.known.map(times => times[call])
    const unknown = measured.unknown.map(times => times[call])
    const [knownMs, unknownMs] = [median(known), median(unknown)]
    const figure: Figure = {
      name: `${scene}, ${call === 'verify' ? 'nonce' : 'code'}: |z| of the Mann-Whitney U test`,
      value: Math.abs(mannWhitneyZ(known, unknown)),
      limit: atMost(Z_MAX),
      note: `p50 known ${formatNumber(knownMs)} ms, unknown ${formatNumber(unknownMs)} ms`,
    }
    return { figure, differenceMs: Math.abs(knownMs - unknownMs) }
  })
}

export const section: Section = {
  title: `Strict privacy: ${PAIRS} pairs of code requests for known and unknown accounts in each scene`,
  async run({ installation, accounts, scale }: Context) {
    await accounts()
    const pairs = Math.ceil(PAIRS * scale)
    const rounds = WARM_UP_PAIRS + pairs
    const tickets = Array.from({ length: rounds * SCENES.length * KINDS.length }, randomToken)
    const installed = await installation()
    await seed(installed, rounds, tickets)
    const { url, stop } = await startServer({ ...installed.env, ACCOUNT_PRIVACY: 'strict' })
    let calls = 0

    const requestCode = async (scene: SceneName, kind: Kind, index: number): Promise<Times> => {
      const ip = clientAddress(700_000 + ++calls)
      const name = receiverOf(scene, kind, index)
      const [path, input, receiver] =
        scene === 'enterprise'
          ? [verifyEnterpriseAccount.path, { account: name }, '***']
          : [verifyEmail.path, { email: name, scene }, name]
      const verified = await post(url, path, ip, input)
      const code = { receiver, nonce: verified.data.nonce, ticket: tickets[calls - 1] }
      const sent = await post(url, sendVerificationCode.path, ip, code)
      return { verify: verified.time, send: sent.time }
    }

    const measured = new Map<SceneName, Record<Kind, Times[]>>(
      SCENES.map(scene => [scene, { known: [], unknown: [] }]),
    )
    for (let index = 1; index <= rounds; index++) {
      // By chance: the mail of the call before runs beside each call, and must be of either kind equally often.
      const kinds = [...measured].map(() => (randomInt(2) === 0 ? KINDS : KINDS.toReversed()))
      for (const half of KINDS.keys())
        for (const [position, [scene, times]] of [...measured].entries()) {
          const kind = kinds[position]?.[half] ?? 'known'
          const time = await requestCode(scene, kind, index)
          if (index > WARM_UP_PAIRS) times[kind].push(time)
        }
    }
    await stop()
    const compared = [...measured].flatMap(([scene, times]) => compare(scene, times))
    return [
      ...compared.map(({ figure }) => figure),
      {
        name: 'largest difference of two medians',
        value: Math.max(...compared.map(({ differenceMs }) => differenceMs)),
        unit: 'ms',
        limit: atMost(DIFFERENCE_MAX_MS),
      },
    ]
  },
}

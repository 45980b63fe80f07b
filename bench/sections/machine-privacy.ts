/**
 * Time of the refusal of a machine, and of a claim, that proves nothing: for serial numbers that exist, compared with those that do not
 * (S-160). Requests run one at a time, in random order, so that other load of the computer affects all alike.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import { claimMachine } from '@kerf/contract/machines/machines'
import { SignJWT } from 'jose'
import {
  DEFAULT_LINE,
  ensureLineKey,
  hashSerialNumber,
} from '../../packages/server/src/entitlements/index.ts'
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
const WARM_UP_PAIRS = 40
const PREFIXES = { known: 'KNW', owned: 'WND', unknown: 'UNK' } as const
type Kind = keyof typeof PREFIXES
/** `owned`: known, and somebody has it. */
const REQUESTS = { login: ['known', 'unknown'], claim: ['known', 'owned', 'unknown'] } as const
type Request = keyof typeof REQUESTS
/** Equal times exceed this in one comparison of 370. */
const Z_MAX = 3
const DIFFERENCE_MAX_MS = 5
const CLAIM_REFUSED = '422 20702'

const serialNumber = (kind: Kind, index: number): string =>
  `${PREFIXES[kind]}${String(index).padStart(20, '0')}`

function shuffle<T>(values: readonly T[]): T[] {
  const left = [...values]
  return values.flatMap(() => left.splice(randomInt(left.length), 1))
}

/** Machines of both known kinds, and a human-check ticket for each claim, as many wrong codes need one. */
async function seed({ db, keys }: Installation, rounds: number, tickets: readonly string[]): Promise<void> {
  const version = await ensureLineKey(db, keys.wrapping, DEFAULT_LINE)
  const insert = (text: string, ...values: unknown[]) => db.query({ text, values })
  const numbersOf = (kind: Kind) => Array.from({ length: rounds }, (_, index) => serialNumber(kind, index))
  const owned = numbersOf('owned')
  await insert(
    'insert into device (sn, line, key_version) select sn, $2, $3 from unnest($1::text[]) as t(sn)',
    [...numbersOf('known'), ...owned],
    DEFAULT_LINE,
    version,
  )
  await insert(
    `insert into machine (id, sn, line, ownership, rights, owner_since, last_member)
     select 'm_' || substr(sn, 2), sn, $2, 1, 1, now(), 1 from unnest($1::text[]) as t(sn)`,
    owned,
    DEFAULT_LINE,
  )
  await insert(
    `insert into machine_role (machine, uid, member, handle, role, ownership)
     select 'm_' || substr(sn, 2), gen_random_uuid(), 1, sn, 'owner', 1 from unnest($1::text[]) as t(sn)`,
    owned,
  )
  await insert(
    `insert into machine_register (hash, machine)
     select hash, 'm_' || substr(sn, 2) from unnest($1::text[], $2::bytea[]) as t(sn, hash)`,
    owned,
    owned.map(sn => hashSerialNumber(keys.unlock, sn)),
  )
  await insert(
    `insert into one_time (kind, hash, expires_at)
     select 'human_ticket', hash, now() + interval '1 hour' from unnest($1::bytea[]) as t(hash)`,
    tickets.map(sha256),
  )
}

async function createAssertion(issuer: string, clientId: string): Promise<string> {
  const now = Math.floor(Date.now() / 1_000)
  return new SignJWT({
    iss: clientId,
    sub: clientId,
    aud: issuer,
    jti: randomUUID(),
    iat: now,
    exp: now + 60,
  })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(Buffer.alloc(32, 1))
}

/** Of one kind of known serial numbers with the unknown ones. */
function compare(request: Request, kind: Kind, times: Readonly<Record<Kind, readonly number[]>>): Figure[] {
  const [known, unknown] = [times[kind], times.unknown]
  const [knownMs, unknownMs] = [median(known), median(unknown)]
  return [
    {
      name: `${request}, ${kind}: |z| of the Mann-Whitney U test`,
      value: Math.abs(mannWhitneyZ(known, unknown)),
      limit: atMost(Z_MAX),
      note: `p50 ${kind} ${formatNumber(knownMs)} ms, unknown ${formatNumber(unknownMs)} ms`,
    },
    {
      name: `${request}, ${kind}: difference of the medians`,
      value: Math.abs(knownMs - unknownMs),
      unit: 'ms',
      limit: atMost(DIFFERENCE_MAX_MS),
    },
  ]
}

export const section: Section = {
  title: `Serial numbers: ${PAIRS} refused logins and claims each, of known and unknown machines`,
  async run({ installation, accounts, scale }: Context) {
    const rounds = WARM_UP_PAIRS + Math.ceil(PAIRS * scale)
    const { tokens } = await accounts()
    const installed = await installation()
    const tickets = Array.from({ length: rounds * REQUESTS.claim.length }, randomToken)
    await seed(installed, rounds, tickets)
    const { url, stop } = await startServer(installed.env)
    const discovery = await fetch(`${url}/.well-known/openid-configuration`)
    const { issuer } = (await discovery.json()) as { issuer: string }
    let calls = 0
    let claims = 0

    /** Time until the answer has arrived. Throws if the answer is another one than `expected`. */
    const send = async (path: string, request: RequestInit, expected: string): Promise<number> => {
      const headers = { ...request.headers, 'x-forwarded-for': clientAddress(900_000 + ++calls) }
      const start = performance.now()
      const response = await fetch(`${url}${path}`, { method: 'POST', ...request, headers })
      const answer = (await response.json()) as { error?: string; code?: number }
      const time = performance.now() - start
      const got = `${response.status} ${answer.error ?? answer.code}`
      if (got !== expected) throw new Error(`${path} answered ${got}`)
      return time
    }
    const refuse: Record<Request, (sn: string) => Promise<number>> = {
      async login(sn) {
        const body = new URLSearchParams({
          client_id: `machine:${sn}`,
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: await createAssertion(issuer, `machine:${sn}`),
          scope: 'openid machine_session',
        })
        return send('/oidc/device/authorize', { body }, '401 invalid_client')
      },
      claim(sn) {
        const call = claims++
        const headers = { 'content-type': 'application/json', [TOKEN_HEADER]: tokens[call] ?? '' }
        const body = JSON.stringify({ sn, code: '0012345678', ticket: tickets[call] })
        return send(claimMachine.path, { headers, body }, CLAIM_REFUSED)
      },
    }

    const measured: Record<Request, Record<Kind, number[]>> = {
      login: { known: [], owned: [], unknown: [] },
      claim: { known: [], owned: [], unknown: [] },
    }
    for (let index = 0; index < rounds; index++)
      for (const request of shuffle(['login', 'claim'] as const))
        for (const kind of shuffle<Kind>(REQUESTS[request])) {
          const time = await refuse[request](serialNumber(kind, index))
          if (index >= WARM_UP_PAIRS) measured[request][kind].push(time)
        }
    await stop()
    return [
      ...compare('login', 'known', measured.login),
      ...compare('claim', 'known', measured.claim),
      ...compare('claim', 'owned', measured.claim),
    ]
  },
}

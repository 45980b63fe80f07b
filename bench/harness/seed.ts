/** Seeds accounts, sessions and verification codes by direct inserts. */
import { randomUUID } from 'node:crypto'
import type { Scene } from '@kerf/contract/fields'
import { hashRedemptionCode } from '../../packages/server/src/entitlements/redemption/hash-code.ts'
import { hashPassword } from '../../packages/server/src/identity/password/password-hash.ts'
import { mailboxReceiver } from '../../packages/server/src/identity/verification/receiver-hash.ts'
import { codeHash } from '../../packages/server/src/identity/verification/verification-codes.ts'
import type { Database } from '../../packages/server/src/platform/db/database.ts'
import type { Keys } from '../../packages/server/src/platform/keys/keys.ts'
import { randomToken, sha256 } from '../../packages/server/src/platform/keys/secrets.ts'
import { createSessionToken } from '../../packages/server/src/platform/keys/session-token.ts'

export const ACCOUNTS = 100_000
export const SESSIONS = 10_000
/** Sessions that a section may end. All sections share the other sessions. */
const DISPOSABLE_SESSIONS = 100
export const SEED_PASSWORD = 'laser-cut-birch-7'

export interface Accounts {
  readonly email: (index: number) => string
  /** cookie of a browser that every account has signed in from before */
  readonly browserCookie: string
  /** tokens of live sessions; all sections share them and none may end them */
  readonly tokens: readonly string[]
  /** tokens of further live sessions, for sections that end sessions */
  readonly disposableTokens: readonly string[]
}

const email = (index: number): string => `maker${index}@bench.example`

export async function seedAccounts(db: Database): Promise<Accounts> {
  const browserCookie = randomToken()
  const uids = Array.from({ length: ACCOUNTS }, () => randomUUID()).sort()
  const owners = uids.slice(0, SESSIONS + DISPOSABLE_SESSIONS)
  const all = owners.map(createSessionToken)
  await db.transaction(async tx => {
    const insert = (text: string, ...values: unknown[]) => tx.query({ text, values })
    await insert("set local statement_timeout = '120s'")
    await insert(
      `insert into account (uid, kind, email, email_verified_at, nickname, country, password_hash)
       select uid, 'personal', 'maker' || n || '@bench.example', now(), 'Maker ' || n, 'DE', $2
         from unnest($1::uuid[]) with ordinality t(uid, n)`,
      uids,
      await hashPassword(SEED_PASSWORD),
    )
    await insert(
      `insert into sign_in_identifier (kind, value, uid)
       select 'email', 'maker' || n || '@bench.example', uid from unnest($1::uuid[]) with ordinality t(uid, n)`,
      uids,
    )
    await insert(
      `insert into known_device (uid, device_hash) select uid, $2 from unnest($1::uuid[]) t(uid)`,
      uids,
      sha256(browserCookie),
    )
    await insert(
      `insert into session (uid, handle, token_hash, remember, method, device_hash, application, platform)
       select uid, case when n <= ${SESSIONS} then 'bench' else 'disposable' end || n, hash, false, 'password', $3, 'portal', 'web'
         from unnest($1::uuid[], $2::bytea[]) with ordinality t(uid, hash, n)`,
      owners,
      all.map(sha256),
      sha256(browserCookie),
    )
  })
  return { email, browserCookie, tokens: all.slice(0, SESSIONS), disposableTokens: all.slice(SESSIONS) }
}

export interface Registration {
  readonly email: string
  readonly nonce: string
  readonly captcha: string
}

let registrations = 0
/** Tells the runs on one data set apart. */
const RUN = Date.now().toString(36)

/** Seeds verification codes for sign-up, each for a new email address. */
export async function seedCodes(db: Database, keys: Keys, count: number): Promise<Registration[]> {
  const scene: Scene = 'register'
  const created = Array.from({ length: count }, () => ({
    email: `new${++registrations}.${RUN}@bench.example`,
    nonce: randomToken(),
    captcha: '246810',
  }))
  const nonces = created.map(({ nonce }) => sha256(nonce))
  const receivers = created.map(({ email }) => mailboxReceiver(keys.receiver, email))
  await db.query({
    text: `insert into verification_gate (receiver, scene, nonce_hash, sent_at)
           select receiver, $3, nonce, now() from unnest($1::bytea[], $2::bytea[]) t(nonce, receiver)`,
    values: [nonces, receivers, scene],
  })
  await db.query({
    text: `insert into verification (nonce_hash, receiver, scene, expires_at, code_hash, code_expires_at)
           select nonce, receiver, $4, now() + interval '10 minutes', code, now() + interval '10 minutes'
             from unnest($1::bytea[], $2::bytea[], $3::bytea[]) t(nonce, receiver, code)`,
    values: [
      nonces,
      receivers,
      created.map(({ nonce, captcha }) => codeHash(keys.code, nonce, captcha)),
      scene,
    ],
  })
  return created
}

/** Seeds redemption codes, all different, of a benefit that never ends. */
export async function seedRedemptionCodes(db: Database, keys: Keys, count: number): Promise<string[]> {
  const codes = new Map<string, string>()
  while (codes.size < count) {
    const code = randomToken().replace(/[-_]/g, 'X').slice(0, 16).toUpperCase()
    codes.set(hashRedemptionCode(keys.redemption, code).toString('hex'), code)
  }
  const batch = randomUUID()
  await db.query({
    text: `insert into benefit (id, name_en, name_zh, days) values ('ben_bench', 'Bench', '台架', 0) on conflict do nothing`,
  })
  await db.query({
    text: `insert into code_batch (id, benefit_id, origin, count, operator) values ($1, 'ben_bench', 'created', 1, 'bench')`,
    values: [batch],
  })
  await db.query({
    text: `insert into redemption_code (hash, batch_id, number)
           select hash, $2, n from unnest($1::bytea[]) with ordinality as t(hash, n)`,
    values: [[...codes.keys()].map(hash => Buffer.from(hash, 'hex')), batch],
  })
  return [...codes.values()]
}

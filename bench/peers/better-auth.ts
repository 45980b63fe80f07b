/** better-auth beside us: installed outside the workspace, in a database of its own on the same PostgreSQL. */
import { execFileSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { hashPassword } from '../../packages/server/src/identity/password/password-hash.ts'
import { openDatabase } from '../../packages/server/src/platform/db/database.ts'
import type { Program } from '../harness/processes.ts'
import { ACCOUNTS, SEED_PASSWORD, SESSIONS } from '../harness/seed.ts'
import { startReference } from '../harness/server-process.ts'
import type { Call } from '../load/load.ts'
import { clientAddress } from '../load/run-load.ts'

export const BETTER_AUTH_VERSION = '1.7.25'

const FOLDER = fileURLToPath(new URL('../../.cache/peers/', import.meta.url))
const SERVER = new URL('./better-auth-server.mjs', import.meta.url)
const DATABASE = 'peer'
const COOKIE = 'better-auth.session_token'

function install(): void {
  if (existsSync(`${FOLDER}/node_modules/better-auth`)) return
  mkdirSync(FOLDER, { recursive: true })
  const dependencies = { 'better-auth': BETTER_AUTH_VERSION }
  writeFileSync(`${FOLDER}/package.json`, JSON.stringify({ private: true, dependencies }))
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: FOLDER,
    stdio: ['ignore', 2, 2],
  })
}

export interface BetterAuth {
  /** migrates the database if `env` says so, and responds after that */
  start(env?: Readonly<Record<string, string>>): Promise<Program & { url: string; startupMs: number }>
  signIns(count: number): Call[]
  signUps(count: number): Call[]
  sessionChecks(): Call[]
}

let signInCount = 0
let signUpCount = 0

const post = (path: string, address: number, body: object): Call => ({
  method: 'POST',
  path: `/api/auth/${path}`,
  headers: { 'content-type': 'application/json', 'x-forwarded-for': clientAddress(address) },
  body: JSON.stringify(body),
})

/** Installs better-auth and seeds as many accounts and sessions as our server has. `adminUrl`: the superuser's. */
export async function prepareBetterAuth(adminUrl: string): Promise<BetterAuth> {
  install()
  const secret = randomBytes(32).toString('base64url')
  const open = (url: string) =>
    openDatabase({ url, poolSize: 1, servingRole: null, onError: () => undefined })
  const admin = await open(adminUrl)
  await admin.query({ text: `create database ${DATABASE}` }).finally(() => admin.close())
  const url = new URL(adminUrl)
  url.pathname = `/${DATABASE}`
  const start: BetterAuth['start'] = (env = {}) => startReference(SERVER, [FOLDER, url.href, secret], env)
  await start({ PEER_MIGRATE: '1' }).then(program => program.stop())

  const tokens = Array.from({ length: SESSIONS }, () => randomBytes(24).toString('base64url').slice(0, 32))
  const db = await open(url.href)
  await db.transaction(async tx => {
    const insert = (text: string, ...values: unknown[]) => tx.query({ text, values })
    await insert("set local statement_timeout = '120s'")
    await insert(
      `insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
       select 'u' || n, 'Maker ' || n, 'maker' || n || '@bench.example', true, now(), now() from generate_series(1, ${ACCOUNTS}) n`,
    )
    await insert(
      `insert into account (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
       select 'a' || n, 'u' || n, 'credential', 'u' || n, $1, now(), now() from generate_series(1, ${ACCOUNTS}) n`,
      await hashPassword(SEED_PASSWORD),
    )
    await insert(
      `insert into session (id, token, "userId", "expiresAt", "createdAt", "updatedAt")
       select 's' || n, token, 'u' || n, now() + interval '7 days', now(), now()
         from unnest($1::text[]) with ordinality t(token, n)`,
      tokens,
    )
  })
  await db.query({ text: 'analyze' }).finally(() => db.close())

  const cookieOf = (token: string): string => {
    const signature = createHmac('sha256', secret).update(token).digest('base64')
    return `${COOKIE}=${encodeURIComponent(`${token}.${signature}`)}`
  }
  return {
    start,
    signIns: count =>
      Array.from({ length: count }, () => {
        const index = (signInCount++ % ACCOUNTS) + 1
        const email = `maker${index}@bench.example`
        return post('sign-in/email', index, { email, password: SEED_PASSWORD, rememberMe: true })
      }),
    signUps: count =>
      Array.from({ length: count }, () => {
        const index = ++signUpCount
        const email = `new${index}@bench.example`
        return post('sign-up/email', index, { name: 'New', email, password: SEED_PASSWORD })
      }),
    // Each from its own address: better-auth limits the calls of one.
    sessionChecks: () =>
      tokens.map((token, index) => ({
        method: 'GET',
        path: '/api/auth/get-session',
        headers: { cookie: cookieOf(token), 'x-forwarded-for': clientAddress(index) },
      })),
  }
}

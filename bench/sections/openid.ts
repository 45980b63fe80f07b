/**
 * OpenID provider: token refreshes beside oidc-provider with its memory adapter, introspection, whole logins of an app, and the
 * same with more grants stored. Rates are of CPU time, which counts work only: they hold on a busy machine too.
 */
import { createHash, randomBytes } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import { createApp } from '../../packages/server/src/operations/app/apps.ts'
import { randomHandle, randomToken, sha256 } from '../../packages/server/src/platform/keys/secrets.ts'
import type { Context, Section } from '../harness/context.ts'
import { atLeast, atMost, type Figure, formatNumber } from '../harness/figures.ts'
import type { Installation } from '../harness/installation.ts'
import { seedOfflineGrant } from '../harness/seed-grants.ts'
import { startReference, startServer } from '../harness/server-process.ts'
import { medianOf, medianRatio, sideBySide } from '../harness/side-by-side.ts'
import { vacuumDatabase } from '../harness/vacuum.ts'
import { cpuSeconds } from '../scale/cpu-time.ts'

/** Refreshes of each are one after the other: a token can be used once. */
const CHAINS = 16
const CALLBACK = 'https://shop.example/callback'
const SCOPES = ['openid', 'email', 'offline_access']
const GRANT_COUNTS = [10_000, 1_000_000]
/** Rows of one statement, so that none takes long. */
const GROWTH_BATCH = 20_000

/** On a busy machine a statement may take long. What counts here is the CPU time. */
const PATIENT = {
  DATABASE_TIMEOUT_MS: '60000',
  DATABASE_POOL_TIMEOUT_MS: '60000',
  DATABASE_CALL_TIMEOUT_MS: '60000',
}

interface Answer {
  readonly status: number
  readonly location: string
  readonly body: string
}

const agent = new Agent({ keepAlive: true, maxSockets: CHAINS })

/** `form`: of a POST. */
function send(url: string, headers: Readonly<Record<string, string>>, form?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = form === undefined ? 'GET' : 'POST'
    const type = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
    const sent = httpRequest(url, { agent, method, headers: { ...headers, ...type } }, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location ?? '',
          body: Buffer.concat(chunks).toString(),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(form)
  })
}

const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

async function post(url: string, authorization: string, body: Record<string, string>): Promise<string> {
  const answer = await send(url, { authorization }, new URLSearchParams(body).toString())
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${answer.body}`)
  return answer.body
}

interface Measured {
  /** calls a second of the server's CPU time */
  readonly rate: number
  /** calls a second of CPU time of the server and of the database */
  readonly rateWithDatabase: number
  /** ms of the clock */
  readonly p50: number
  readonly p99: number
}

/** Runs `once` in every chain for `seconds`. */
async function measure(
  seconds: number,
  pids: { readonly server: number; readonly database?: number },
  once: (chain: number) => Promise<unknown>,
): Promise<Measured> {
  const read = (pid: number | undefined): number => (pid === undefined ? 0 : cpuSeconds(pid))
  const before = { server: read(pids.server), database: read(pids.database) }
  const times: number[] = []
  const end = performance.now() + seconds * 1_000
  const repeat = async (chain: number): Promise<void> => {
    while (performance.now() < end) {
      const start = performance.now()
      await once(chain)
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: CHAINS }, (_, chain) => repeat(chain)))
  const server = read(pids.server) - before.server
  const database = read(pids.database) - before.database
  times.sort((a, b) => a - b)
  const percentile = (share: number): number => times[Math.floor((times.length - 1) * share)] ?? Number.NaN
  return {
    rate: times.length / server,
    rateWithDatabase: times.length / (server + database),
    p50: percentile(0.5),
    p99: percentile(0.99),
  }
}

const refreshWith =
  (url: string, authorization: string, tokens: string[]) =>
  async (chain: number): Promise<void> => {
    const refresh_token = tokens[chain] ?? ''
    const body = await post(url, authorization, { grant_type: 'refresh_token', refresh_token })
    tokens[chain] = JSON.parse(body).refresh_token
  }

/** An app, offline grants of `CHAINS` people in it, and a signed-in browser of each. */
async function seed({ db, keys }: Installation) {
  const app = await createApp(db, {
    ...{ code: 'creative', name: 'Bench', origins: [], redirectUris: [CALLBACK] },
    ...{ production: true, operator: 'bench' },
  })
  const { rows } = await db.query<{ uid: string }>({
    text: `select uid from session where handle like 'bench%' order by uid limit ${CHAINS}`,
  })
  const tokens: string[] = []
  const cookies: string[] = []
  for (const { uid } of rows) {
    const [token, companion, session] = [randomToken(), randomToken(), randomHandle()]
    await db.query({
      text: `insert into session (uid, handle, token_hash, companion_hash, remember, method)
             values ($1, $2, $3, $4, true, 'password')`,
      values: [uid, session, sha256(token), sha256(companion)],
    })
    cookies.push(`utoken=${token}; kerfCompanion=${companion}`)
    tokens.push(
      await seedOfflineGrant({ db, keys }, { uid, session, clientId: app.clientId, scopes: SCOPES }),
    )
  }
  return { app, tokens, cookies, uid: rows[0]?.uid ?? '' }
}

/** Grants of other people, each with a refresh token. */
async function growTo({ db, adminUrl }: Installation, grants: number): Promise<void> {
  const { rows } = await db.query<{ count: number }>({
    text: 'select count(*)::int as count from openid_grant',
  })
  const missing = grants - (rows[0]?.count ?? 0)
  if (missing <= 0) return
  for (let left = missing; left > 0; left -= GROWTH_BATCH)
    await db.transaction(async tx => {
      await tx.query({ text: "set local statement_timeout = '300s'" })
      await tx.query({
        text: `with made as (
               insert into openid_grant (uid, id, client_id, session, scopes, offline, expires_at)
               select gen_random_uuid(), 'bench' || n, 'app_bench', 'session' || n, '{openid,email,offline_access}', true,
                      now() + interval '60 days'
                 from generate_series(1, $1::int) n
               returning uid, id
             )
             insert into openid_token (uid, hash, kind, grant_id, payload, expires_at)
             select uid, sha256(uid::text::bytea), 'RefreshToken', id, '{"iat":1,"scope":"openid email offline_access"}',
                    now() + interval '60 days'
               from made`,
        values: [Math.min(left, GROWTH_BATCH)],
      })
    })
  await vacuumDatabase(adminUrl)
}

export const section: Section = {
  title: `OpenID provider, ${CHAINS} connections`,
  async run({ installation, accounts, rounds, seconds, scale }: Context): Promise<Figure[]> {
    await accounts()
    const installed = await installation()
    const { app, tokens, cookies } = await seed(installed)
    const server = await startServer({ ...installed.env, ...PATIENT })
    const reference = await startReference(new URL('../references/oidc-provider-memory.ts', import.meta.url))
    const authorization = basic(app.clientId, app.clientSecret)
    const token = `${server.url}/oidc/token`
    const refresh = refreshWith(token, authorization, tokens)
    const seeded = await send(`${reference.url}/seed?grants=${CHAINS}`, {})
    const refreshReference = refreshWith(
      `${reference.url}/token`,
      basic('bench', 'bench-secret'),
      seeded.body.split('\n'),
    )
    const pids = { server: server.child.pid ?? 0, database: installed.postgresPid() }
    const referencePids = { server: reference.child.pid ?? 0 }
    await Promise.all([measure(2, pids, refresh), measure(2, referencePids, refreshReference)])

    const { ours, memory } = await sideBySide(rounds, {
      ours: () => measure(seconds, pids, refresh),
      memory: () => measure(seconds, referencePids, refreshReference),
    })

    const access = await Promise.all(
      tokens.map(async (refresh_token, chain) => {
        const answer = JSON.parse(
          await post(token, authorization, { grant_type: 'refresh_token', refresh_token }),
        )
        tokens[chain] = answer.refresh_token
        return String(answer.access_token)
      }),
    )
    const introspect = await measure(seconds, pids, chain =>
      post(`${server.url}/oidc/introspect`, authorization, { token: access[chain] ?? '' }),
    )
    const logIn = await measure(seconds, pids, async chain => {
      const code_verifier = randomBytes(32).toString('base64url')
      const query = new URLSearchParams({
        ...{ client_id: app.clientId, redirect_uri: CALLBACK, response_type: 'code', scope: 'openid email' },
        ...{ code_challenge_method: 'S256', state: 'x' },
        code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
      })
      const { location } = await send(`${server.url}/oidc/authorize?${query}`, {
        cookie: cookies[chain] ?? '',
        // Visits of a network are limited.
        'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}`,
      })
      const code = new URL(location, server.url).searchParams.get('code')
      if (code === null) throw new Error(`no code: ${location}`)
      const body = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier }
      await post(token, authorization, body)
    })

    const grown: Measured[] = []
    for (const count of GRANT_COUNTS) {
      await growTo(installed, count * scale)
      await measure(2, pids, refresh)
      grown.push(await measure(seconds, pids, refresh))
    }
    await server.stop()
    await reference.stop()

    const [small, large] = grown
    const times = ({ p50, p99 }: Measured): string =>
      `p50 ${formatNumber(p50)} ms, p99 ${formatNumber(p99)} ms`
    return [
      {
        name: 'refreshes relative to the memory adapter',
        value: medianRatio(ours, memory, (a, b) => a.rate / b.rate),
        unit: '×',
        limit: atLeast(0.65),
        note: `${formatNumber(medianOf(ours, one => one.rate))}/s vs ${formatNumber(medianOf(memory, one => one.rate))}/s of the server's CPU`,
      },
      {
        name: 'refreshes a core, with the database',
        value: medianOf(ours, one => one.rateWithDatabase),
        unit: '/s',
        limit: atLeast(240),
        note: ours[0] ? times(ours[0]) : '',
      },
      {
        name: 'introspections a core, with the database',
        value: introspect.rateWithDatabase,
        unit: '/s',
        note: times(introspect),
      },
      {
        name: 'logins of an app a core, with the database',
        value: logIn.rateWithDatabase,
        unit: '/s',
        note: `authorization and token; ${times(logIn)}`,
      },
      {
        name: `CPU of a refresh at ${formatNumber((GRANT_COUNTS[1] ?? 0) * scale)} grants / ${formatNumber((GRANT_COUNTS[0] ?? 0) * scale)}`,
        value: (small?.rateWithDatabase ?? Number.NaN) / (large?.rateWithDatabase ?? Number.NaN),
        unit: '×',
        limit: atMost(1.2),
        note: `${formatNumber(small?.rateWithDatabase ?? 0)}/s and ${formatNumber(large?.rateWithDatabase ?? 0)}/s`,
      },
    ]
  },
}

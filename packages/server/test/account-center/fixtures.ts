/** Fixtures of the account center's tests: sessions, codes, pictures, open transactions. */
import { getBasicInfo, setHeadpic, uploadHeadpic } from '@kerf/contract/endpoints/profile'
import { enterpriseLogin, login } from '@kerf/contract/endpoints/sign-in'
import { sendVerificationCode, verifyOwnEmail } from '@kerf/contract/endpoints/verification'
import type { Scene } from '@kerf/contract/fields'
import pg from 'pg'
import sharp from 'sharp'
import { expect } from 'vitest'
import { randomHandle, randomToken, sha256 } from '../../src/platform/keys/secrets.ts'
import { type Business, type MailedCode, PASSWORD, type Person, seedPerson } from '../support/accounts.ts'
import { type Answer, type CallOptions, readAnswer } from '../support/api-call.ts'
import { CITUS_URL } from '../support/citus-cluster.ts'
import type { TestServer } from '../support/test-server.ts'

export const signIn = (server: TestServer, who: Person | Business, password = PASSWORD) =>
  'account' in who
    ? server.call(enterpriseLogin, { account: who.account, password, remember: true })
    : server.call(login, { email: who.email, password, remember: true })

export async function signInToken(server: TestServer, who: Person | Business): Promise<string> {
  const { code, data, text } = await signIn(server, who)
  if (code !== 0) throw new Error(`no session: ${text}`)
  return data.utoken
}

/** The cookies of a browser in which the person has just signed in, by name. */
export async function signInBrowser(
  server: TestServer,
  who: Person | Business,
): Promise<{ token: string; cookies: Map<string, string> }> {
  const { data, cookies } = await signIn(server, who)
  const pairs = cookies.map(line => line.split(/[=;]/, 2) as [string, string])
  return { token: data.utoken, cookies: new Map(pairs) }
}

/** As if the person had proven password and mailbox, as a new way to log in needs. */
export const setBothProofs = (server: TestServer, uid: string): Promise<unknown> =>
  server.sql(`update session set amr = '{pwd,otp}' where uid = $1 and acr = 'aal1'`, uid)

/** Signs in, as if by password and mailbox within the last ten minutes. */
export async function signInWithBothProofs(server: TestServer, person: Person): Promise<string> {
  const token = await signInToken(server, person)
  await setBothProofs(server, person.uid)
  return token
}

/** A person with a live session. `start`: how it starts. */
export async function seedSignedInPerson(
  server: TestServer,
  start = signInToken,
): Promise<Person & { token: string }> {
  const person = await seedPerson(server)
  return { ...person, token: await start(server, person) }
}

/** 0 for a live session, 20101 for an ended one. */
export const sessionCode = async (server: TestServer, token: string): Promise<number> =>
  (await server.call(getBasicInfo, undefined, { token })).code

/** Requests a code for the signed-in account's own mailbox. */
export async function requestOwnCode(
  server: TestServer,
  token: string,
  { email }: Pick<Person, 'email'>,
  scene: Scene,
  options: CallOptions = {},
): Promise<MailedCode> {
  const { data } = await server.call(verifyOwnEmail, { scene }, { ...options, token })
  const { nonce, receiver } = data
  const sent = await server.call(sendVerificationCode, { receiver, nonce, ticket: 'any' }, options)
  if (sent.code !== 0) throw new Error(`no code for scene ${scene}: ${sent.text}`)
  return { nonce, captcha: await server.waitForCode(email) }
}

/** Sets the age of the session's last authentication by the database's clock. */
export const setAuthenticationAge = (server: TestServer, uid: string, interval: string): Promise<unknown> =>
  server.sql('update session set proved_at = now() - $2::interval where uid = $1', uid, interval)

export const drawPicture = (background = '#0a0', side = 16): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background } })
    .png()
    .toBuffer()

export async function upload(
  server: TestServer,
  token: string,
  bytes: Buffer,
  type = 'image/png',
): Promise<Answer<{ headpic: string }>> {
  const response = await fetch(new URL(uploadHeadpic.path, server.url), {
    method: 'POST',
    headers: { utoken: token, 'content-type': type },
    body: new Uint8Array(bytes),
  })
  return (await readAnswer(response)) as Answer<{ headpic: string }>
}

/** Uploads a picture, uses it as avatar and returns its URL. */
export async function setAvatar(server: TestServer, token: string, background?: string): Promise<string> {
  const uploaded = await upload(server, token, await drawPicture(background))
  expect(uploaded).toMatchObject({ code: 0 })
  const { headpic } = uploaded.data
  expect(await server.call(setHeadpic, { headpic }, { token })).toMatchObject({ code: 0 })
  return headpic
}

/** Fetches a picture from the server under test and ignores the host of its URL. */
export const fetchPicture = (server: TestServer, address: string): Promise<Response> =>
  fetch(new URL(new URL(address).pathname, server.url))

/** Waits until a statement of another connection waits for a lock. */
export const waitForBlocked = (server: TestServer) =>
  expect
    .poll(
      () =>
        server.sql(
          CITUS_URL === undefined
            ? `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
            : 'select 1 from citus_lock_waits',
        ),
      { interval: 10 },
    )
    .not.toEqual([])

/** Runs statements in a transaction, starts `during`, waits until that waits for a lock, and commits. */
export async function withOpenTransaction<T>(
  server: TestServer,
  statements: readonly string[],
  uid: string,
  during: () => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    for (const statement of statements) await client.query(statement, [uid])
    const running = during()
    await waitForBlocked(server)
    await client.query('commit')
    return await running
  } finally {
    await client.end()
  }
}

/** Inserts a live session directly, which saves a password hash. */
export async function insertLiveSession(server: TestServer, uid: string): Promise<string> {
  const token = randomToken()
  await server.sql(
    `insert into session (uid, handle, token_hash, remember, method) values ($1, $2, $3, true, 'password')`,
    uid,
    randomHandle(),
    sha256(token),
  )
  await server.sql('insert into session_route (token_hash, uid) values ($1, $2)', sha256(token), uid)
  return token
}

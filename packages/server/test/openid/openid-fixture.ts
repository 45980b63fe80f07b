/** An app and a browser for tests of the OpenID provider. The app uses openid-client, a certified client library. */
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { answerAuthorization } from '@kerf/contract/endpoints/openid'
import { login } from '@kerf/contract/endpoints/sign-in'
import * as client from 'openid-client'
import { vi } from 'vitest'
import { createApp, type NewApp } from '../../src/operations/app/apps.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { type Person, seedPerson } from '../support/accounts.ts'
import { companionCookieOf } from '../support/api-call.ts'
import type { TestServer } from '../support/test-server.ts'

export const issuerOf = (server: Pick<TestServer, 'url'>): string =>
  `http://localhost:${new URL(server.url).port}`

export const CALLBACK = 'https://shop.example/callback'

export interface TestApp {
  readonly clientId: string
  readonly secret: string | null
  readonly config: client.Configuration
}

type AppOptions = Partial<Omit<NewApp, 'operator'>>

/** Registers an app as an operator does, waits until the server knows it, and reads the discovery document. */
export async function registerClient(server: TestServer, options: AppOptions = {}): Promise<TestApp> {
  const db = await openDatabase({ url: server.databaseUrl, poolSize: 1, onError: () => {} })
  const app: NewApp = {
    ...{ code: 'creative', name: 'Shop', origins: [], production: false, operator: 'lin' },
    redirectUris: [CALLBACK],
    ...options,
  }
  const { clientId, clientSecret } = await createApp(db, app).finally(() => db.close())
  const issuer = new URL(issuerOf(server))
  const authentication = clientSecret === null ? client.None() : client.ClientSecretBasic(clientSecret)
  const config = await client.discovery(issuer, clientId, undefined, authentication, {
    execute: [client.allowInsecureRequests],
  })
  if (app.type !== 'device')
    await vi.waitFor(
      async () => {
        const { pathname, search } = client.buildAuthorizationUrl(config, {})
        for (const url of server.urls) {
          const answer = await fetch(`${url}${pathname}${search}`, { redirect: 'manual' })
          if (answer.headers.get('location')?.includes('error=invalid_client'))
            throw new Error('unknown client')
        }
      },
      { timeout: 30_000, interval: 20 },
    )
  return { clientId, secret: clientSecret, config }
}

export interface Browser {
  readonly person: Person
  readonly token: string
  /** of its requests */
  readonly cookie: string
}

/** A browser in which a person signed in with the password. */
export async function openBrowser(server: TestServer, person?: Person): Promise<Browser> {
  const owner = person ?? (await seedPerson(server))
  const answer = await server.call(login, { email: owner.email, password: owner.password, remember: true })
  const token = answer.data.utoken
  return { person: owner, token, cookie: `utoken=${token}; ${companionCookieOf(answer)}` }
}

export interface PendingLogin {
  readonly url: URL
  readonly verifier: string
  readonly state: string
  readonly nonce: string
}

/** An authorization request as openid-client builds it. undefined removes a parameter. */
export async function startLogin(
  { config }: TestApp,
  parameters: Readonly<Record<string, string | undefined>> = {},
): Promise<PendingLogin> {
  const verifier = client.randomPKCECodeVerifier()
  const [state, nonce] = [client.randomState(), client.randomNonce()]
  const all = {
    redirect_uri: CALLBACK,
    scope: 'openid profile email',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...parameters,
  }
  const given = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return { url: client.buildAuthorizationUrl(config, Object.fromEntries(given)), verifier, state, nonce }
}

/** Opens an address in the browser and returns where it is sent. Not by `fetch`, which calls itself no navigation. */
export async function visit(
  url: URL | string,
  cookie = '',
  headers: Readonly<Record<string, string>> = { 'sec-fetch-mode': 'navigate' },
): Promise<{ status: number; location: URL; cookies: string[]; text: string }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: { ...headers, cookie } }, resolve).on('error', reject)
  })
  const location = new URL(answer.headers.location ?? 'none:', url)
  const cookies = (answer.headers['set-cookie'] ?? []).flatMap(line => line.split(';')[0] ?? [])
  return { status: answer.statusCode ?? 0, location, cookies, text: await text(answer) }
}

export const finishLogin = (
  { config }: TestApp,
  { verifier, state, nonce }: PendingLogin,
  location: URL,
): ReturnType<typeof client.authorizationCodeGrant> =>
  client.authorizationCodeGrant(config, location, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })

/** A whole login in a browser that is signed in. */
export async function logIn(
  app: TestApp,
  browser: Browser,
  parameters: Readonly<Record<string, string | undefined>> = {},
) {
  const pending = await startLogin(app, parameters)
  const { location } = await visit(pending.url, browser.cookie)
  return finishLogin(app, pending, location)
}

/** A login whose consent the person gives. */
export async function allow(
  server: TestServer,
  app: TestApp,
  browser: Browser,
  parameters: Readonly<Record<string, string | undefined>> = {},
) {
  const pending = await startLogin(app, parameters)
  return finishLogin(app, pending, await consentTo(server, pending.url, browser))
}

/** Opens an authorization request, gives the consent that it asks for, and returns the address of the app. */
export async function consentTo(server: TestServer, url: URL | string, browser: Browser): Promise<URL> {
  const { location, cookies } = await visit(url, browser.cookie)
  const flow = location.pathname.split('/').at(-1) ?? ''
  const answer = await server.call(answerAuthorization, { flow, answer: 'allow' }, { token: browser.token })
  const back = await visit(answer.data.location, [browser.cookie, ...cookies].join('; '))
  return back.location
}

/** Audit events of the provider, the oldest first. */
export const auditOf = async (server: TestServer, { person }: Browser): Promise<string[]> => {
  const rows = await server.sql<{ event: string }>(
    `select event from audit_event where uid = $1 and event like 'openid.%' order by id`,
    person.uid,
  )
  return rows.map(({ event }) => event)
}

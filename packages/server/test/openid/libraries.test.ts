/** The programs of docs/openid-libraries.md, by `npm run interop`: login, and refresh, userinfo, revocation and logout where the library has them. */
import { describe, expect, onTestFinished, test } from 'vitest'
import type { NewApp } from '../../src/operations/app/apps.ts'
import { findFreePort } from '../../src/platform/embedded-postgres/free-port.ts'
import { seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { createVisitor } from './http-visitor.ts'
import { issuerOf, registerClient } from './openid-fixture.ts'
import { runProgram } from './quick-start.ts'

const packages = process.env.KERF_INTEROP_LIBRARIES ?? ''
/** Languages of Debian that `npm run interop` found. */
const TOOLS = (process.env.KERF_INTEROP_TOOLS ?? '').split(' ')

const server = await useTestServer()

interface Library {
  readonly name: string
  readonly callback?: string
  readonly registered?: Partial<NewApp>
  /** a program of Debian that runs it; undefined: Node.js */
  readonly tool?: string
}

async function run({ name, callback = '/callback', registered = {} }: Library) {
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const { clientId, secret } = await registerClient(server, {
    redirectUris: [`${origin}${callback}`],
    postLogoutRedirectUris: [`${origin}/`],
    ...registered,
  })
  const environment = {
    ISSUER: issuerOf(server),
    CLIENT_ID: clientId,
    CLIENT_SECRET: secret ?? '',
    PORT: String(port),
  }
  const program = runProgram(name, { packages, environment })
  onTestFinished(() => program.stop())
  await program.line(/^ready$/)
  const person = await seedPerson(server)
  return { origin, person, visitor: createVisitor(issuerOf(server), person) }
}

describe.runIf(packages !== '')('a library that others wrote', () => {
  test.for<Library & { done: string }>([
    { name: 'simple-oauth2.mjs', done: 'refreshed revoked' },
    { name: 'arctic.mjs', done: 'refreshed revoked' },
    { name: 'better-auth.mjs', callback: '/api/auth/callback/kerf', done: 'refreshed' },
    { name: 'app.go', tool: 'go', done: 'refreshed' },
    {
      ...{ name: 'omniauth.rb', tool: 'ruby', callback: '/auth/kerf/callback', done: '' },
      registered: { pkce: 'optional' },
    },
    {
      ...{ name: 'social_app.py', tool: 'social-django', callback: '/complete/oidc/', done: 'refreshed' },
      registered: { pkce: 'optional' },
    },
  ])('$name logs a person in', async (library, { skip }) => {
    skip(library.tool !== undefined && !TOOLS.includes(library.tool), `${library.tool} is not installed`)
    const { origin, person, visitor } = await run(library)
    const page = await visitor.open(`${origin}/`)
    expect(page).toMatch(new RegExp(`^Hello ${person.email}.*${library.done}$`))
    // The page asked for one login, and left the session of the portal.
    expect(visitor.logins()).toBe(1)
  })

  test('passport-openidconnect logs in by a nonce, and out', async () => {
    const { origin, person, visitor } = await run({ name: 'passport.mjs', registered: { pkce: 'optional' } })
    expect(await visitor.open(`${origin}/`)).toBe(`Hello ${person.email}`)
    expect(await visitor.open(`${origin}/logout`)).toBe(`Hello ${person.email}`)
    // The logout led back to the app, which logs in again: the session of the portal had ended.
    expect(visitor.logins()).toBe(2)
  })

  test('next-auth 4 reads the claims of the ID token', async () => {
    const { origin, person, visitor } = await run({
      ...{ name: 'next-auth.mjs', callback: '/api/auth/callback/kerf' },
      registered: { idTokenClaims: true },
    })
    const { csrfToken } = JSON.parse(await visitor.open(`${origin}/api/auth/csrf`))
    const page = await visitor.submit(`${origin}/api/auth/signin/kerf`, {
      csrfToken,
      callbackUrl: `${origin}/`,
    })
    expect(page).toBe(`Hello ${person.email}`)
  })
})

/**
 * The quick starts of docs/openid.md work with client libraries that others wrote. `npm run interop` runs all of them; without it,
 * those whose packages are in the repository.
 */
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { seedPerson } from '../support/accounts.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { createVisitor } from './http-visitor.ts'
import { issuerOf, registerClient } from './openid-fixture.ts'
import { findFreePort, programNames, runProgram } from './quick-start.ts'

const ROOT_PACKAGES = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
/** Installed by `npm run interop`. */
const INTEROP_PACKAGES = process.env.KERF_INTEROP_PACKAGES

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function runWebApp(name: string, packages: string): Promise<void> {
  const port = await findFreePort()
  const app = await registerClient(server, {
    origins: [],
    redirectUris: [`http://localhost:${port}/callback`],
  })
  const program = runProgram(name, {
    packages,
    environment: {
      ISSUER: issuerOf(server),
      CLIENT_ID: app.clientId,
      CLIENT_SECRET: app.secret ?? '',
      PORT: String(port),
    },
  })
  onTestFinished(() => program.stop())
  await program.line(/^ready$/)
  const person = await seedPerson(server)
  const page = await createVisitor(issuerOf(server), person).open(`http://localhost:${port}/`)
  expect(page).toBe(`Hello ${person.email}`)
}

test('Node.js: openid-client', () => runWebApp('openid-client.mjs', ROOT_PACKAGES))

test('a command-line app over loopback, on a port of its own, with a refresh token', async () => {
  const app = await registerClient(server, { type: 'native', redirectUris: ['http://127.0.0.1/callback'] })
  const program = runProgram('loopback.mjs', {
    packages: ROOT_PACKAGES,
    environment: { ISSUER: issuerOf(server), CLIENT_ID: app.clientId },
  })
  onTestFinished(() => program.stop())
  const [, address = ''] = await program.line(/^Open this address: (\S+)$/)
  const person = await seedPerson(server)
  const page = await createVisitor(issuerOf(server), person).open(address)
  expect(page).toBe('You can close this window.')
  await program.line(new RegExp(`^Hello ${person.email}$`))
})

test.runIf(INTEROP_PACKAGES)('Express: express-openid-connect', () =>
  runWebApp('express.mjs', INTEROP_PACKAGES ?? ''),
)
test.runIf(INTEROP_PACKAGES)('Fastify: @fastify/oauth2', () =>
  runWebApp('fastify.mjs', INTEROP_PACKAGES ?? ''),
)
test.runIf(INTEROP_PACKAGES && process.env.KERF_INTEROP_PYTHON)('Python: authlib', () =>
  runWebApp('authlib_app.py', ROOT_PACKAGES),
)

test('the document has no program without a test', () => {
  expect(programNames().toSorted()).toEqual([
    'authlib_app.py',
    'express.mjs',
    'fastify.mjs',
    'loopback.mjs',
    'openid-client.mjs',
  ])
})

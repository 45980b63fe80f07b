/**
 * The quick starts of docs/openid.md work with client libraries that others wrote. `npm run interop` runs all of them; without it,
 * those whose packages are in the repository.
 */
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../../src/platform/embedded-postgres/free-port.ts'
import { seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { createVisitor } from './http-visitor.ts'
import { issuerOf, logIn, openBrowser, registerClient } from './openid-fixture.ts'
import { programNames, runCommand, runProgram, writePrograms } from './quick-start.ts'

const ROOT_PACKAGES = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
/** Installed by `npm run interop`. */
const INTEROP_PACKAGES = process.env.KERF_INTEROP_PACKAGES
/** Programs of Debian that `npm run interop` found. */
const TOOLS = (process.env.KERF_INTEROP_TOOLS ?? '').split(' ')

const server = await useTestServer()

interface WebApp {
  readonly origin: string
  readonly environment: Readonly<Record<string, string>>
}

async function registerWebApp(callback = '/callback'): Promise<WebApp> {
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const { clientId, secret } = await registerClient(server, {
    redirectUris: [`${origin}${callback}`],
    postLogoutRedirectUris: [origin, `${origin}/`],
  })
  return {
    origin,
    environment: {
      ...{ ISSUER: issuerOf(server), CLIENT_ID: clientId, CLIENT_SECRET: secret ?? '' },
      PORT: String(port),
    },
  }
}

async function runWebApp(name: string, packages: string): Promise<WebApp> {
  const app = await registerWebApp()
  const program = runProgram(name, { packages, environment: app.environment })
  onTestFinished(() => program.stop())
  await program.line(/^ready$/)
  return app
}

async function logInAt({ origin }: WebApp) {
  const person = await seedPerson(server)
  const visitor = createVisitor(issuerOf(server), person)
  expect(await visitor.open(`${origin}/`)).toContain(`Hello ${person.email}`)
  expect(visitor.logins()).toBe(1)
  return { visitor, person }
}

/** The session at the portal has ended too: the next visit asks for the password again. */
async function expectLoggedOut({ origin }: WebApp, { visitor, person }: Awaited<ReturnType<typeof logInAt>>) {
  expect(await visitor.open(`${origin}/`)).toContain(`Hello ${person.email}`)
  expect(visitor.logins()).toBe(2)
}

test('Node.js: openid-client', async () => {
  const app = await runWebApp('openid-client.mjs', ROOT_PACKAGES)
  const login = await logInAt(app)
  await login.visitor.open(`${app.origin}/logout`)
  await expectLoggedOut(app, login)
})

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

test.each(['opaque', 'jwt'] as const)('an API that gets tokens of the format %s', async tokenFormat => {
  const port = await findFreePort()
  const resource = `http://localhost:${port}/`
  const scopes = ['jobs:read|See jobs|查看', 'jobs:write|Start jobs|开始']
  const api = await registerClient(server, {
    type: 'api',
    redirectUris: [],
    api: { resource, scopes, tokenFormat },
  })
  const program = runProgram('api.mjs', {
    packages: ROOT_PACKAGES,
    environment: {
      ...{ ISSUER: issuerOf(server), CLIENT_ID: api.clientId, CLIENT_SECRET: api.secret ?? '' },
      ...{ RESOURCE: resource, PORT: String(port) },
    },
  })
  onTestFinished(() => program.stop())
  await program.line(/^ready$/)
  const app = await registerClient(server)
  const browser = await openBrowser(server)
  const call = async (scope: string) => {
    const { access_token } = await logIn(app, browser, { scope, resource })
    const answer = await fetch(resource, { headers: { authorization: `Bearer ${access_token}` } })
    return `${answer.status} ${await answer.text()}`
  }
  expect(await call('openid jobs:write')).toBe(`200 A job of ${browser.person.uid}`)
  expect(await call('openid jobs:read')).toBe('403 ')
  const { access_token } = await logIn(app, browser)
  const answer = await fetch(resource, { headers: { authorization: `Bearer ${access_token}` } })
  expect(answer.status).toBe(401)
})

describe.runIf(INTEROP_PACKAGES)('beside the packages of this repository', () => {
  const packages = INTEROP_PACKAGES ?? ''

  test('Express: express-openid-connect', async () => {
    const app = await runWebApp('express.mjs', packages)
    const login = await logInAt(app)
    await login.visitor.open(`${app.origin}/logout`)
    await expectLoggedOut(app, login)
  })

  test('Fastify: @fastify/oauth2', async () => {
    await logInAt(await runWebApp('fastify.mjs', packages))
  })

  test('Next.js: Auth.js', async () => {
    const app = await registerWebApp('/api/auth/callback/kerf')
    // A link to the packages would lead out of the project, which Next.js does not follow.
    const folder = writePrograms('nextjs/', dirname(packages))
    const next = join(packages, 'next/dist/bin/next')
    const address = ['--port', new URL(app.origin).port, '--hostname', 'localhost']
    const program = runCommand([process.execPath, next, 'dev', 'nextjs', '--webpack', ...address], {
      folder,
      environment: {
        ...app.environment,
        AUTH_SECRET: randomBytes(32).toString('hex'),
        AUTH_URL: app.origin,
        NEXT_TELEMETRY_DISABLED: '1',
        NODE_ENV: 'development',
      },
    })
    onTestFinished(() => program.stop())
    await program.line(/Ready in/)
    const login = await logInAt(app)
    await login.visitor.submit(`${app.origin}/logout`)
    await expectLoggedOut(app, login)
  })

  test.runIf(TOOLS.includes('python'))('Python: authlib', async () => {
    await logInAt(await runWebApp('authlib_app.py', ROOT_PACKAGES))
  })

  test.runIf(TOOLS.includes('apache'))('Apache: mod_auth_openidc', async () => {
    const app = await registerWebApp()
    const behind = createHttpServer((request, response) => {
      response.end(`Hello ${request.headers.oidc_claim_email}`)
    })
    await new Promise<void>(resolve => behind.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      behind.close()
      behind.closeAllConnections()
    })
    const folder = writePrograms('apache.conf')
    writeFileSync(join(folder, 'main.conf'), apacheConfiguration(folder, app.origin))
    const program = runCommand(['/usr/sbin/apache2', '-f', join(folder, 'main.conf'), '-DFOREGROUND'], {
      folder,
      environment: {
        ...app.environment,
        PASSPHRASE: randomBytes(32).toString('hex'),
        APP_PORT: String((behind.address() as AddressInfo).port),
      },
    })
    onTestFinished(() => program.stop())
    await program.line(/resuming normal operations/)
    const login = await logInAt(app)
    await login.visitor.open(`${app.origin}/callback?${new URLSearchParams({ logout: `${app.origin}/` })}`)
    await expectLoggedOut(app, login)
  })

  test.runIf(TOOLS.includes('oidc-agent'))('oidc-agent: device code and refresh', async () => {
    const { clientId } = await registerClient(server, { type: 'device', redirectUris: [] })
    const program = runProgram('oidc-agent.sh', {
      packages,
      environment: { ISSUER: issuerOf(server), CLIENT_ID: clientId, PASSWORD_COMMAND: 'echo password' },
    })
    onTestFinished(() => program.stop())
    const [, code = ''] = await program.line(/([A-Z]{4}-[A-Z]{4})/)
    const person = await seedPerson(server)
    await createVisitor(issuerOf(server), person).activate(code)
    const [claims] = await program.line(/\{.*\}/)
    expect(JSON.parse(claims)).toMatchObject({ sub: person.uid, email: person.email })
  })
})

/** What a Debian system has configured already, as a user without rights may run it. */
const apacheConfiguration = (folder: string, origin: string): string =>
  [
    `ServerRoot "${folder}"`,
    'ServerName localhost',
    `Listen 127.0.0.1:${new URL(origin).port}`,
    `PidFile "${folder}/apache.pid"`,
    'ErrorLog "|/bin/cat"',
    'User nobody',
    'Group nogroup',
    ...['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'proxy', 'proxy_http', 'auth_openidc'].map(
      name => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
    ),
    `Include "${folder}/apache.conf"`,
  ].join('\n')

test('the documents have no program without a test', () => {
  expect(programNames().toSorted()).toEqual([
    'apache.conf',
    'api.mjs',
    'app.go',
    'arctic.mjs',
    'authlib_app.py',
    'better-auth.mjs',
    'browser-app.js',
    'express.mjs',
    'fastify.mjs',
    'keycloak-app.js',
    'loopback.mjs',
    'mcp.mjs',
    'next-auth.mjs',
    'nextjs/app/api/auth/[...nextauth]/route.js',
    'nextjs/app/layout.js',
    'nextjs/app/login/route.js',
    'nextjs/app/logout/route.js',
    'nextjs/app/page.js',
    'nextjs/auth.js',
    'oidc-agent.sh',
    'omniauth.rb',
    'openid-client.mjs',
    'passport.mjs',
    'simple-oauth2.mjs',
    'social_app.py',
  ])
})

/** The quick start for script in a page (docs/openid.md), with oidc-client-ts in a real browser. Run by `npm run interop`. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readProgram } from '../../packages/server/test/openid/quick-start.ts'
import { kerf } from '../lib/codes.ts'
import { signIn, waitForPath } from '../lib/forms.ts'
import { newPerson } from '../lib/people.ts'
import { expect, test } from '../lib/test.ts'

const packages = process.env.KERF_INTEROP_PACKAGES ?? ''
/** Modules of the packages, by the names that a bundler would resolve. */
const MODULES = {
  'oidc-client-ts': 'oidc-client-ts/dist/esm/oidc-client-ts.js',
  'jwt-decode': 'jwt-decode/build/esm/index.js',
}

const pageOf = (issuer: string, clientId: string): string => {
  const imports = Object.fromEntries(Object.keys(MODULES).map(name => [name, `/${name}.js`]))
  return `<!doctype html><html lang="en"><title>App</title><link rel="icon" href="data:,">
<script type="importmap">${JSON.stringify({ imports })}</script>
<body data-issuer="${issuer}" data-client-id="${clientId}" data-scope="openid email offline_access">
<p id="person"></p><button></button><script type="module" src="/browser-app.js"></script>`
}

// Without the tests' own headers, the requests are exactly those of the library.
test.use({ extraHTTPHeaders: {} })

test('oidc-client-ts logs a person in, renews the access token and logs out', async ({ journey }) => {
  const { page, url } = journey
  const person = await newPerson(url)
  const issuer = new URL(url).origin
  let html = ''
  const files = new Map(
    Object.entries(MODULES).map(([name, file]) => [
      `/${name}.js`,
      readFileSync(`${packages}/${file}`, 'utf8'),
    ]),
  )
  files.set('/browser-app.js', readProgram('browser-app.js'))
  const server = createServer((request, response) => {
    const script = files.get(new URL(request.url ?? '/', issuer).pathname)
    response
      .setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript')
      .end(script ?? html)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const app = `http://app.localhost:${(server.address() as AddressInfo).port}/`
  const registered = ['--code', 'creative', '--name', 'App', '--type', 'browser']
  const { clientId } = (await kerf(
    'app',
    'create',
    ...registered,
    '--redirect',
    app,
    '--post-logout',
    app,
  )) as {
    clientId: string
  }
  html = pageOf(issuer, clientId)

  await page.goto(app)
  await page.getByText('Nobody is logged in.').waitFor()
  await page.getByRole('button', { name: 'Log in' }).click()
  await waitForPath(page, '/en/login')
  await signIn(page, person)
  await page.waitForURL(/\/en\/authorize\//)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText(`Hello ${person.email}`).waitFor()
  expect(page.url()).toBe(app)

  const [before, after] = await page.evaluate(
    async ([authority, client_id]) => {
      const name = 'oidc-client-ts'
      const { UserManager } = await import(name)
      const users = new UserManager({ authority, client_id, redirect_uri: `${location.origin}/` })
      const first = await users.getUser()
      const second = await users.signinSilent()
      return [first.access_token, second.access_token]
    },
    [issuer, clientId] as const,
  )
  expect(after).toMatch(/\S/)
  expect(after).not.toBe(before)

  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByText('Nobody is logged in.').waitFor()
  await journey.open('/en/profile')
  await waitForPath(page, '/en/login')
  server.close()
  server.closeAllConnections()
})

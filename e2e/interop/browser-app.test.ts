/** The quick start for script in a page (docs/openid.md), with oidc-client-ts in a real browser. Run by `npm run interop`. */
import { signIn, waitForPath } from '../lib/forms.ts'
import { newPerson } from '../lib/people.ts'
import { expect, test } from '../lib/test.ts'
import { serveApp } from './serve-app.ts'

// Without the tests' own headers, the requests are exactly those of the library.
test.use({ extraHTTPHeaders: {} })

test('oidc-client-ts logs a person in, renews the access token, revokes and logs out', async ({
  journey,
}) => {
  const { page, url } = journey
  const person = await newPerson(url)
  const issuer = new URL(url).origin
  const {
    url: app,
    clientId,
    close,
  } = await serveApp({
    issuer,
    program: 'browser-app.js',
    packages: process.env.KERF_INTEROP_PACKAGES ?? '',
    modules: {
      'oidc-client-ts': 'oidc-client-ts/dist/esm/oidc-client-ts.js',
      'jwt-decode': 'jwt-decode/build/esm/index.js',
    },
  })

  await page.goto(app)
  await page.getByText('Nobody is logged in.').waitFor()
  await page.getByRole('button', { name: 'Log in' }).click()
  await waitForPath(page, '/en/login')
  await signIn(page, person)
  await page.waitForURL(/\/en\/authorize\//)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.getByText(`Hello ${person.email}`).waitFor()
  expect(page.url()).toBe(app)

  const [before, after] = await page.evaluate(
    async ([authority, client_id]) => {
      const name = 'oidc-client-ts'
      const { UserManager } = await import(name)
      const users = new UserManager({ authority, client_id, redirect_uri: `${location.origin}/` })
      const first = await users.getUser()
      const second = await users.signinSilent()
      // Throws unless the portal's answer suits the library.
      await users.revokeTokens(['refresh_token'])
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
  close()
})

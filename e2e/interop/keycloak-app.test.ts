/** The program for keycloak-js (docs/openid-libraries.md) in a real browser: it sends credentials. Run by `npm run interop`. */
import { signIn, waitForPath } from '../lib/forms.ts'
import { newPerson } from '../lib/people.ts'
import { test } from '../lib/test.ts'
import { serveApp } from './serve-app.ts'

// Without the tests' own headers, the requests are exactly those of the library.
test.use({ extraHTTPHeaders: {} })

test('keycloak-js logs a person in, refreshes, reads userinfo and logs out', async ({ journey }) => {
  const { page, url } = journey
  const person = await newPerson(url)
  const { url: app, close } = await serveApp({
    issuer: new URL(url).origin,
    program: 'keycloak-app.js',
    packages: process.env.KERF_INTEROP_LIBRARIES ?? '',
    modules: { 'keycloak-js': 'keycloak-js/lib/keycloak.js' },
  })
  await page.goto(app)
  await page.getByText('Nobody is logged in.').waitFor()
  await page.getByRole('button', { name: 'Log in' }).click()
  await waitForPath(page, '/en/login')
  await signIn(page, person)
  await page.waitForURL(/\/en\/authorize\//)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText(`Hello ${person.email}, refreshed`).waitFor()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByText('Nobody is logged in.').waitFor()
  await journey.open('/en/profile')
  await waitForPath(page, '/en/login')
  close()
})

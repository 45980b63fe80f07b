/** keycloak-js with a default API (docs/openid-libraries.md) in a real browser. Run by `npm run interop`. */
import { kerf } from '../lib/codes.ts'
import { signIn, waitForPath } from '../lib/forms.ts'
import { newPerson } from '../lib/people.ts'
import { expect, test } from '../lib/test.ts'
import { serveApp } from './serve-app.ts'

// Without the tests' own headers, the requests are exactly those of the library.
test.use({ extraHTTPHeaders: {} })

const API = 'https://keycloak-api.example/'

test('keycloak-js logs a person in, renews the access token, finds the session again and logs out', async ({
  journey,
}) => {
  const { page, url } = journey
  const person = await newPerson(url)
  journey.expectConsole(/status of 401 .*\/oidc\/userinfo/)
  const api = ['--code', 'creative', '--name', 'Job service', '--type', 'api', '--resource', API]
  await kerf('app', 'create', ...api, '--token-format', 'jwt')
  const app = await serveApp({
    issuer: new URL(url).origin,
    program: 'keycloak-app.js',
    packages: process.env.KERF_INTEROP_LIBRARIES ?? '',
    modules: { 'keycloak-js': 'keycloak-js/lib/keycloak.js' },
    options: ['--default-resource', API, '--id-token-claims'],
  })

  await page.goto(app.url)
  await page.getByText('Nobody is logged in.').waitFor()
  await page.getByRole('button', { name: 'Log in' }).click()
  await waitForPath(page, '/en/login')
  await signIn(page, person)
  await page.waitForURL(/\/en\/authorize\//)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.getByText(`Hello ${person.email}`).waitFor()

  const seen = await page.evaluate(async () => {
    const program = '/keycloak-app.js'
    const { keycloak } = await import(program)
    const first = keycloak.token
    const isRenewed = await keycloak.updateToken(-1)
    const isExpired = keycloak.isTokenExpired(30)
    const userInfo = await keycloak
      .loadUserInfo()
      .catch((error: { response?: Response }) => error.response?.status)
    const { aud, sub } = keycloak.tokenParsed
    return {
      isRenewed,
      isOther: keycloak.token !== first,
      isExpired,
      aud,
      isPerson: sub === keycloak.idTokenParsed.sub,
      userInfo,
    }
  })
  // As documented: a token for an API does not work at userinfo.
  expect(seen).toEqual({
    isRenewed: true,
    isOther: true,
    isExpired: false,
    aud: API,
    isPerson: true,
    userInfo: 401,
  })

  await page.reload()
  await page.getByText(`Hello ${person.email}`).waitFor()
  // After a reload there is no refresh token, and the documented line still leaves a token to send.
  const afterReload = await page.evaluate(async () => {
    const program = '/keycloak-app.js'
    const { keycloak } = await import(program)
    if (keycloak.refreshToken) await keycloak.updateToken(30)
    else if (keycloak.tokenParsed.exp < Date.now() / 1_000 + 30) await keycloak.login({ prompt: 'none' })
    return { isRefreshable: keycloak.refreshToken !== undefined, aud: keycloak.tokenParsed.aud }
  })
  expect(afterReload).toEqual({ isRefreshable: false, aud: API })
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByText('Nobody is logged in.').waitFor()
  await journey.open('/en/profile')
  await waitForPath(page, '/en/login')
  app.close()
})

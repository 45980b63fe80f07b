/** Logout by an app (RP-Initiated Logout 1.0), and logout tokens to apps (Back-Channel Logout 1.0). */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerLogout, describeLogout } from '@kerf/contract/endpoints/openid'
import { logout } from '@kerf/contract/endpoints/session'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { sessionCode } from '../account-center/fixtures.ts'
import { useTestServer } from '../support/test-server.ts'
import { issuerOf, logIn, openBrowser, registerClient, type TestApp, visit } from './openid-fixture.ts'

const AFTER = 'https://shop.example/bye'
const WAIT = { timeout: 60_000, interval: 50 }

/** logout tokens that the app received */
const received: string[] = []
/** how often the app fails before it accepts a token */
let failures = 0
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    if (failures-- > 0) {
      response.writeHead(500).end()
      return
    }
    received.push(new URLSearchParams(Buffer.concat(chunks).toString()).get('logout_token') ?? '')
    response.writeHead(200).end()
  })
})
await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
const server = await useTestServer()
const app = await registerClient(server, {
  postLogoutRedirectUris: [AFTER],
  backchannelLogoutUri: `http://localhost:${(receiver.address() as AddressInfo).port}/logout`,
})
const other = await registerClient(server, { postLogoutRedirectUris: [AFTER] })
afterAll(async () => {
  await new Promise(resolve => receiver.close(resolve))
})

const isLive = async (token: string): Promise<boolean> => (await sessionCode(server, token)) === 0
const logoutUrl = (of: TestApp, parameters: Record<string, string>) =>
  client.buildEndSessionUrl(of.config, parameters)

const verify = async (token: string) => {
  const keys = createRemoteJWKSet(new URL(`${issuerOf(server)}/oidc/jwks`))
  return (
    await jwtVerify(token, keys, { issuer: issuerOf(server), audience: app.clientId, typ: 'logout+jwt' })
  ).payload
}

describe('by an app', () => {
  test('with the ID token of this session: at once, and back to the app', async () => {
    const browser = await openBrowser(server)
    const { id_token = '' } = await logIn(app, browser)
    const url = logoutUrl(app, { id_token_hint: id_token, post_logout_redirect_uri: AFTER, state: 'xyz' })
    const { location, cookies } = await visit(url, browser.cookie)
    expect(location.href).toBe(`${AFTER}?state=xyz`)
    expect(cookies).toContain('utoken=')
    expect(await isLive(browser.token)).toBe(false)
  })

  test('by a picture or a script of any page: the person is asked, whatever its address contains', async () => {
    const browser = await openBrowser(server)
    const { id_token = '' } = await logIn(other, browser)
    const url = logoutUrl(other, { id_token_hint: id_token, post_logout_redirect_uri: AFTER })
    for (const mode of ['no-cors', 'cors']) {
      const { location, cookies } = await visit(url, browser.cookie, { 'sec-fetch-mode': mode })
      expect([location.pathname, cookies]).toEqual(['/en/authorize/logout', []])
    }
    expect(await isLive(browser.token)).toBe(true)
    // A browser that does not tell.
    expect((await visit(url, browser.cookie, {})).location.href).toBe(AFTER)
    expect(await isLive(browser.token)).toBe(false)
  })

  test('without one, or with that of another session: the person is asked', async () => {
    const browser = await openBrowser(server)
    const earlier = await openBrowser(server, browser.person)
    for (const [of, hint] of [
      [app, undefined],
      [app, (await logIn(app, earlier)).id_token],
      // An app without a back-channel address.
      [other, (await logIn(other, earlier)).id_token],
    ] as const) {
      const url = logoutUrl(of, { ...(hint && { id_token_hint: hint }), post_logout_redirect_uri: AFTER })
      const { location } = await visit(url, browser.cookie)
      expect(location.pathname).toBe('/en/authorize/logout')
      expect(await isLive(browser.token)).toBe(true)
    }
    const { location } = await visit(logoutUrl(app, { post_logout_redirect_uri: AFTER }), browser.cookie)
    const flow = location.searchParams.get('flow') ?? ''
    expect((await server.call(describeLogout, { flow })).data.client?.name).toBe('Shop')
    const { data } = await server.call(answerLogout, { flow }, { token: browser.token })
    expect(data.location).toBe(AFTER)
    expect(await isLive(browser.token)).toBe(false)
    expect((await server.call(answerLogout, { flow })).code).toBe(20206)
  })

  test.each<[string, () => Promise<Record<string, string>>]>([
    [
      'an address that is not registered',
      async () => ({ post_logout_redirect_uri: 'https://evil.example/' }),
    ],
    [
      'an ID token that this server did not sign',
      async () => ({
        id_token_hint: `${btoa('{"alg":"RS256"}')}.${btoa(JSON.stringify({ aud: app.clientId }))}.x`,
      }),
    ],
    [
      'the ID token of another app',
      async () => ({ id_token_hint: (await logIn(other, await openBrowser(server))).id_token ?? '' }),
    ],
  ])('refuses %s, on a page of the portal', async (_, parameters) => {
    const browser = await openBrowser(server)
    const { location } = await visit(logoutUrl(app, await parameters()), browser.cookie)
    expect(location.origin).toBe(issuerOf(server))
    expect(location.pathname).toBe('/en/authorize/error')
    // The page says that the logout failed, not the login.
    expect(location.searchParams.get('of')).toBe('logout')
    expect(await isLive(browser.token)).toBe(true)
  })
})

describe('logout tokens', () => {
  test('reach the app when the session ends, also after a failure of the app', async () => {
    const browser = await openBrowser(server)
    const tokens = await logIn(app, browser)
    const sid = tokens.claims()?.sid
    expect(sid).toMatch(/\S/)
    received.length = 0
    failures = 1
    await server.call(logout, undefined, { token: browser.token })
    // The queue tries again after some seconds: the test does not wait that long.
    await expect.poll(() => failures).toBeLessThan(1)
    await server.sql('update graphile_worker._private_jobs set run_at = now() where attempts > 0')
    await vi.waitFor(async () => {
      await server.sql(
        'update graphile_worker._private_jobs set run_at = now() where attempts > 0 and locked_at is null',
      )
      expect(received).toHaveLength(1)
    }, WAIT)
    expect(await verify(received[0] ?? '')).toMatchObject({
      sub: browser.person.uid,
      sid,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    })
    expect(await verify(received[0] ?? '')).not.toHaveProperty('nonce')
  })
})

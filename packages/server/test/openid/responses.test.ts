/** Responses as client libraries expect them: types of bodies, and calls of scripts in pages of other origins. */
import * as client from 'openid-client'
import { describe, expect, test } from 'vitest'
import { useTestServer } from '../support/test-server.ts'
import {
  allow,
  finishLogin,
  issuerOf,
  openBrowser,
  registerClient,
  startLogin,
  visit,
} from './openid-fixture.ts'

const server = await useTestServer()
const app = await registerClient(server)
const ORIGIN = 'https://spa.example'
const spa = await registerClient(server, { type: 'browser', redirectUris: [`${ORIGIN}/cb`] })
const url = (path: string) => `${issuerOf(server)}/oidc/${path}`

describe('revocation', () => {
  const revoke = (body: string, headers: Record<string, string> = {}) =>
    fetch(url('revoke'), {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${app.clientId}:${app.secret}`)}`, ...headers },
      // Of bytes `fetch` names no type.
      body: new TextEncoder().encode(body),
    })

  test('answers an empty body without a type, or JSON to whoever accepts that', async () => {
    const answer = await revoke('token=x', { 'content-type': 'application/x-www-form-urlencoded' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBeNull()
    expect(await answer.text()).toBe('')
    const json = await revoke('token=x', { accept: 'application/json' })
    expect(json.headers.get('content-type')).toMatch(/^application\/json\b/)
    expect(await json.json()).toEqual({})
  })

  test('reads a body that names no type, and refuses another type', async () => {
    const tokens = await allow(server, app, await openBrowser(server), {
      scope: 'openid offline_access',
      prompt: 'consent',
    })
    expect((await revoke(`token=${tokens.refresh_token}`)).status).toBe(200)
    await expect(client.refreshTokenGrant(app.config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error_description: expect.stringMatching(/^revoked: /),
    })
    expect((await revoke('{}', { 'content-type': 'application/json' })).status).toBe(400)
  })
})

describe('calls with credentials (S-182)', () => {
  const allowed = ({ headers }: Response) => [
    headers.get('access-control-allow-origin'),
    headers.get('access-control-allow-credentials'),
  ]
  const preflight = (path: string, origin: string) =>
    fetch(url(path), {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    })

  test('are allowed to the script of a registered app, at token, userinfo and revocation', async () => {
    const browser = await openBrowser(server)
    const pending = await startLogin(spa, { redirect_uri: `${ORIGIN}/cb`, scope: 'openid email' })
    const { access_token } = await finishLogin(
      spa,
      pending,
      (await visit(pending.url, browser.cookie)).location,
    )
    const headers = { origin: ORIGIN, authorization: `Bearer ${access_token}` }
    const info = await fetch(url('userinfo'), { headers })
    expect([info.status, ...allowed(info)]).toEqual([200, ORIGIN, 'true'])
    for (const path of ['token', 'revoke']) {
      const body = new URLSearchParams({ client_id: spa.clientId, token: 'x' })
      expect(allowed(await fetch(url(path), { method: 'POST', headers: { origin: ORIGIN }, body }))).toEqual([
        ORIGIN,
        'true',
      ])
    }
    for (const path of ['token', 'userinfo', 'revoke'])
      expect(allowed(await preflight(path, ORIGIN))).toEqual([ORIGIN, 'true'])
  })

  test.each(['https://evil.example', 'https://shop.example', 'null'])(
    'are not allowed to %s',
    async origin => {
      for (const path of ['token', 'userinfo', 'revoke'])
        expect(allowed(await preflight(path, origin))[1]).toBeNull()
      const body = new URLSearchParams({
        client_id: spa.clientId,
        grant_type: 'refresh_token',
        refresh_token: 'x',
      })
      const answer = await fetch(url('token'), { method: 'POST', headers: { origin }, body })
      expect(allowed(answer)).toEqual([null, null])
    },
  )

  test.each(['introspect', 'par', 'device/authorize', 'jwks'])('are not allowed at %s', async path => {
    expect(allowed(await preflight(path, ORIGIN))[1]).toBeNull()
  })

  test('carry no right by a cookie', async () => {
    const { cookie } = await openBrowser(server)
    const headers = { origin: ORIGIN, cookie }
    expect((await fetch(url('userinfo'), { headers })).status).toBe(401)
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: spa.clientId,
      refresh_token: 'x',
    })
    expect((await fetch(url('token'), { method: 'POST', headers, body })).status).toBe(400)
  })
})

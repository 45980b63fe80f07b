/** Refresh tokens of apps with several processes, lost answers and long sleeps, over two servers on one database. */
import { listGrantedApps, withdrawApp } from '@kerf/contract/endpoints/openid'
import { changePassword } from '@kerf/contract/endpoints/password'
import { clearSessions } from '@kerf/contract/endpoints/session'
import * as client from 'openid-client'
import { describe, expect, test } from 'vitest'
import { useTestServer } from '../support/test-server.ts'
import {
  allow,
  auditOf,
  type Browser,
  consentTo,
  openBrowser,
  registerClient,
  startLogin,
} from './openid-fixture.ts'

const server = await useTestServer({ sibling: true })
const app = await registerClient(server)
const other = await registerClient(server)

const logInOffline = async (browser?: Browser) => {
  const owner = browser ?? (await openBrowser(server))
  const tokens = await allow(server, app, owner, { scope: 'openid email offline_access', prompt: 'consent' })
  return { browser: owner, token: tokens.refresh_token ?? '', tokens }
}

interface Answer {
  readonly status: number
  readonly access_token: string
  readonly refresh_token: string
  readonly error: string
  readonly error_description: string
}

const post = (path: string, body: Record<string, string>, { clientId, secret } = app, process = 0) =>
  fetch(`${server.urls[process]}${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
    body: new URLSearchParams(body),
  })

/** `process`: which of the two servers answers */
async function refresh(refresh_token: string, process = 0, of = app): Promise<Answer> {
  const answer = await post('/oidc/token', { grant_type: 'refresh_token', refresh_token }, of, process)
  return { ...((await answer.json()) as Answer), status: answer.status }
}

/** As if all tokens of the person had been used for the first time so much earlier. */
const letPass = ({ person }: Browser, interval: string) =>
  server.sql(
    `update openid_token set expires_at = (expires_at at time zone 'UTC' - $2::interval) at time zone 'UTC',
            used_at = array(select (at at time zone 'UTC' - $2::interval) at time zone 'UTC'
                              from unnest(used_at) with ordinality as u(at, n) order by n)
      where uid = $1`,
    person.uid,
    interval,
  )

const reused = {
  status: 400,
  error: 'invalid_grant',
  error_description: expect.stringMatching(/^token_reused: /),
}

describe('a refresh token that was replaced', () => {
  test('gives the same successor to eight processes at once, on two servers', async () => {
    const { browser, token } = await logInOffline()
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => refresh(token, index % 2)))
    expect(new Set(answers.map(answer => answer.refresh_token)).size).toBe(1)
    expect(answers[0]?.refresh_token).toMatch(/^[\w-]{100,}$/)
    const next = await Promise.all(
      answers.map(({ refresh_token }, index) => refresh(refresh_token, (index + 1) % 2)),
    )
    expect(new Set(next.map(answer => answer.refresh_token)).size).toBe(1)
    for (const { access_token } of [...answers, ...next])
      expect(await client.fetchUserInfo(app.config, access_token, browser.person.uid)).toHaveProperty('email')
  })

  test('stays valid while the answer was lost, also over a sleep of 72 hours', async () => {
    const { browser, token } = await logInOffline()
    const lost = await refresh(token)
    await letPass(browser, '72 hours')
    const found = await refresh(token, 1)
    expect(found).toMatchObject({ status: 200, refresh_token: lost.refresh_token })
    expect(await refresh(found.refresh_token)).toMatchObject({ status: 200 })
  })

  test.each([
    ['its successor was used', (next: Answer) => refresh(next.refresh_token, 1)],
    [
      'the access token of its successor was used',
      ({ access_token }: Answer) =>
        fetch(`${server.urls[1]}/oidc/userinfo`, { headers: { authorization: `Bearer ${access_token}` } }),
    ],
    ['it was asked about', ({ access_token }: Answer) => post('/oidc/introspect', { token: access_token })],
  ])('ends the grant more than 60 s after %s, and not before', async (_, use) => {
    const { browser, token } = await logInOffline()
    const next = await refresh(token)
    await use(next)
    await letPass(browser, '45 seconds')
    expect(await refresh(token)).toMatchObject({ status: 200 })
    await letPass(browser, '16 seconds')
    expect(await refresh(token)).toMatchObject(reused)
    expect(await refresh(next.refresh_token)).toMatchObject(reused)
    expect(await auditOf(server, browser)).toContain('openid.reused')
  })

  test('gives the newest one, so that a slow process does not put an old one back', async () => {
    const { token } = await logInOffline()
    const second = await refresh(token)
    const third = await refresh(second.refresh_token)
    const fourth = await refresh(third.refresh_token)
    for (const late of [token, second.refresh_token, third.refresh_token])
      expect((await refresh(late, 1)).refresh_token).toBe(fourth.refresh_token)
  })

  test('ends the grant after more successors than are remembered', async () => {
    const { token } = await logInOffline()
    let last = token
    for (let count = 0; count < 17; count++) last = (await refresh(last)).refresh_token
    expect(await refresh(token)).toMatchObject(reused)
  })

  test('is refused from another app and leaves the grant alone', async () => {
    const { token } = await logInOffline()
    const { refresh_token } = await refresh(token)
    expect(await refresh(token, 0, other)).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect(await refresh(refresh_token)).toMatchObject({ status: 200 })
  })

  test('is refused without the DPoP key that it is bound to', async () => {
    const browser = await openBrowser(server)
    const redirect_uri = 'http://127.0.0.1/callback'
    const native = await registerClient(server, { type: 'native', redirectUris: [redirect_uri] })
    const DPoP = client.getDPoPHandle(native.config, await client.randomDPoPKeyPair())
    const pending = await startLogin(native, {
      redirect_uri,
      scope: 'openid offline_access',
      prompt: 'consent',
    })
    const location = await consentTo(server, pending.url, browser)
    const checks = {
      pkceCodeVerifier: pending.verifier,
      expectedState: pending.state,
      expectedNonce: pending.nonce,
    }
    const tokens = await client.authorizationCodeGrant(native.config, location, checks, undefined, { DPoP })
    const first = tokens.refresh_token ?? ''
    const next = await client.refreshTokenGrant(native.config, first, undefined, { DPoP })
    await expect(client.refreshTokenGrant(native.config, first)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    const again = await client.refreshTokenGrant(native.config, first, undefined, { DPoP })
    expect(again.refresh_token).toBe(next.refresh_token)
  })

  test('leaves one row, whatever arrives at once', async () => {
    const { browser, token } = await logInOffline()
    let head = token
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => refresh(head, index % 2)))
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
      head = answers[0]?.refresh_token ?? ''
    }
    const rows = await server.sql(
      `select hash from openid_token where uid = $1 and kind = 'RefreshToken'`,
      browser.person.uid,
    )
    expect(rows).toHaveLength(1)
  })
})

describe('the end of a grant', () => {
  test.each([
    [
      'logged_out_everywhere',
      async ({ token, person }: Browser) => {
        await openBrowser(server, person)
        await server.call(clearSessions, {}, { token })
      },
    ],
    [
      'password_changed',
      ({ person, token }: Browser) =>
        server.call(changePassword, { oldPassword: person.password, password: 'weld-slowly-42' }, { token }),
    ],
    ['withdrawn', ({ token }: Browser) => server.call(withdrawApp, { clientId: app.clientId }, { token })],
  ])('has the reason %s for the app and for the person', async (reason, end) => {
    const { browser, token } = await logInOffline()
    await end(browser)
    expect(await refresh(token, 1)).toMatchObject({
      status: 400,
      error: 'invalid_grant',
      error_description: expect.stringMatching(new RegExp(`^${reason}: `)),
    })
    const { data } = await server.call(listGrantedApps, {}, { token: browser.token })
    expect(data).toMatchObject({ items: [], ended: [{ client: { clientId: app.clientId }, reason }] })
    // Another app is not told.
    expect((await refresh(token, 0, other)).error_description).toBe('grant request is invalid')
  })

  test('by a token that was used again, or revoked, is told too, until the person logs in again', async () => {
    const { browser, token } = await logInOffline()
    await post('/oidc/revoke', { token })
    expect((await refresh(token)).error_description).toMatch(/^revoked: /)
    const endedOf = async () =>
      (await server.call(listGrantedApps, {}, { token: browser.token })).data.ended.map(
        ({ reason }) => reason,
      )
    expect(await endedOf()).toEqual(['revoked'])
    await logInOffline(browser)
    expect(await endedOf()).toEqual([])
  })

  test('is told as expired after 90 days, and as deleted with the account', async () => {
    const { browser, token } = await logInOffline()
    await letPass(browser, '91 days')
    expect((await refresh(token)).error_description).toMatch(/^expired: /)
    const deleted = await logInOffline()
    await server.sql('delete from account where uid = $1', deleted.browser.person.uid)
    expect((await refresh(deleted.token)).error_description).toMatch(/^account_deleted: /)
  })

  test('by a ban is told, also while the grant is not removed', async () => {
    const { browser, token } = await logInOffline()
    await server.sql(`update account set status = 'banned' where uid = $1`, browser.person.uid)
    expect((await refresh(token)).error_description).toMatch(/^account_banned: /)
    expect(await auditOf(server, browser)).not.toContain('openid.reused')
  })
})

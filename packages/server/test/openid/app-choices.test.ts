/** What an app chooses at its registration: PKCE, claims of the ID token. And what follows for requests. */
import { answerAuthorization, describeAuthorization } from '@kerf/contract/endpoints/openid'
import * as client from 'openid-client'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/operations/app/apps.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { useTestServer } from '../support/test-server.ts'
import {
  allow,
  type Browser,
  CALLBACK,
  consentTo,
  finishLogin,
  logIn,
  openBrowser,
  registerClient,
  startLogin,
  visit,
} from './openid-fixture.ts'

const server = await useTestServer()
const strict = await registerClient(server)
const optional = await registerClient(server, { pkce: 'optional' })
const WITHOUT = { code_challenge: undefined, code_challenge_method: undefined }

const answerOf = async (
  app: typeof strict,
  browser: Browser,
  parameters: Record<string, string | undefined>,
) => {
  const pending = await startLogin(app, parameters)
  return { pending, ...(await visit(pending.url, browser.cookie)) }
}
const exchange = (app: typeof strict, code: string, more: Record<string, string> = {}) =>
  fetch(app.config.serverMetadata().token_endpoint ?? '', {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${app.clientId}:${app.secret}`)}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...more }),
  })

describe('PKCE by choice (S-180)', () => {
  test('a web app that registered it logs in with a nonce alone', async () => {
    const browser = await openBrowser(server)
    const { pending, location } = await answerOf(optional, browser, WITHOUT)
    const tokens = await client.authorizationCodeGrant(optional.config, location, {
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      idTokenExpected: true,
    })
    expect(tokens.claims()).toMatchObject({ sub: browser.person.uid, nonce: pending.nonce })
  })

  test.each<[string, typeof strict, Record<string, string | undefined>]>([
    ['an app that did not register it', strict, WITHOUT],
    ['a request without a nonce', optional, { ...WITHOUT, nonce: undefined }],
    ['a request with an empty nonce', optional, { ...WITHOUT, nonce: '' }],
    [
      'a request without openid',
      optional,
      { ...WITHOUT, nonce: undefined, scope: 'offline_access', prompt: 'consent' },
    ],
    ['the method plain', optional, { code_challenge_method: 'plain' }],
    ['a method without a challenge', optional, { code_challenge: undefined }],
  ])('%s is refused', async (_, app, parameters) => {
    const { location } = await answerOf(app, await openBrowser(server), parameters)
    expect(location.searchParams.get('error')).toBe('invalid_request')
    expect(location.searchParams.has('code')).toBe(false)
  })

  test('a pushed request follows the same rule', async () => {
    const push = async (nonce: string) => {
      const answer = await fetch(
        optional.config.serverMetadata().pushed_authorization_request_endpoint ?? '',
        {
          method: 'POST',
          headers: { authorization: `Basic ${btoa(`${optional.clientId}:${optional.secret}`)}` },
          body: new URLSearchParams({
            client_id: optional.clientId,
            response_type: 'code',
            redirect_uri: CALLBACK,
            scope: 'openid',
            nonce,
          }),
        },
      )
      return answer.status
    }
    expect([await push('n'), await push('')]).toEqual([201, 400])
  })

  test.each(['', 'x'.repeat(43)])(
    'a challenge that was sent demands its verifier, not "%s"',
    async verifier => {
      const { location } = await answerOf(optional, await openBrowser(server), {})
      const code = location.searchParams.get('code') ?? ''
      const answer = await exchange(optional, code, verifier ? { code_verifier: verifier } : {})
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ error: 'invalid_grant' })
    },
  )

  test('a verifier without a challenge is refused: a challenge was removed on the way', async () => {
    const { location } = await answerOf(optional, await openBrowser(server), WITHOUT)
    const answer = await exchange(optional, location.searchParams.get('code') ?? '', {
      code_verifier: 'x'.repeat(43),
    })
    expect(await answer.json()).toMatchObject({ error: 'invalid_grant' })
  })

  test.each(['native', 'browser'] as const)('an app of type %s cannot register it', async type => {
    const db = await openDatabase({ url: server.databaseUrl, poolSize: 1, onError: () => {} })
    const order = {
      ...{ code: 'creative', name: 'X', origins: [], production: false, operator: 'lin' },
      ...{ type, redirectUris: ['https://app.example/cb'], pkce: 'optional' as const },
    }
    await expect(createApp(db, order).finally(() => db.close())).rejects.toThrow(/needs PKCE/)
  })
})

describe('claims', () => {
  test('are in the ID token of an app that chose so, also after a refresh, and no claim beyond the scopes', async () => {
    const app = await registerClient(server, { idTokenClaims: true })
    const browser = await openBrowser(server)
    const scope = 'openid email offline_access'
    const tokens = await allow(server, app, browser, { scope, prompt: 'consent' })
    expect(tokens.claims()).toMatchObject({ email: browser.person.email, email_verified: true })
    expect(tokens.claims()).not.toHaveProperty('locale')
    const renewed = await client.refreshTokenGrant(app.config, tokens.refresh_token ?? '')
    expect(renewed.claims()).toMatchObject({ email: browser.person.email })
    expect((await logIn(strict, browser)).claims()).not.toHaveProperty('email')
  })

  test('name and preferred_username have a stable value for a person without a nickname', async () => {
    const browser = await openBrowser(server)
    await server.sql(`update account set nickname = '' where uid = $1`, browser.person.uid)
    const third = await registerClient(server, { party: 'third' })
    const namesOf = async (app: typeof strict, access_token: string, sub: string) => {
      const { name, preferred_username, nickname } = await client.fetchUserInfo(app.config, access_token, sub)
      expect(name).toMatch(/^user-[0-9a-f]{10}$/)
      expect([preferred_username, nickname]).toEqual([name, undefined])
      return name
    }
    const one = await logIn(strict, browser)
    const two = await logIn(optional, browser)
    const names = [
      await namesOf(strict, one.access_token, browser.person.uid),
      await namesOf(optional, two.access_token, browser.person.uid),
    ]
    expect(names[0]).toBe(names[1])
    const foreign = await allow(server, third, browser)
    expect(await namesOf(third, foreign.access_token, foreign.claims()?.sub ?? '')).not.toBe(names[0])
  })
})

describe('prompt=create', () => {
  const needsOf = async (flow: string, token?: string) =>
    (await server.call(describeAuthorization, { flow }, token ? { token } : {})).data.needs

  test('is announced and leads a visitor to the sign-up, and the new account back to the app', async () => {
    expect(strict.config.serverMetadata().prompt_values_supported).toContain('create')
    const pending = await startLogin(strict, { prompt: 'create' })
    const { location, cookies } = await visit(pending.url)
    expect(location.pathname).toBe('/en/register')
    const flow = new URL(location.searchParams.get('r') ?? '').pathname.split('/').at(-1) ?? ''
    expect(await needsOf(flow)).toBe('login')
    // Whoever logs in after the request began has created the account, or has one already.
    const browser = await openBrowser(server)
    expect(await needsOf(flow, browser.token)).toBe('nothing')
    const answer = await server.call(answerAuthorization, { flow, answer: 'allow' }, { token: browser.token })
    const back = await visit(answer.data.location, [browser.cookie, ...cookies].join('; '))
    expect((await finishLogin(strict, pending, back.location)).claims()?.sub).toBe(browser.person.uid)
  })

  test('asks whoever is logged in whether to go on with that account', async () => {
    const browser = await openBrowser(server)
    const { url } = await startLogin(strict, { prompt: 'create' })
    const { location } = await visit(url, browser.cookie)
    expect(location.pathname).toMatch(/^\/en\/authorize\//)
    expect(await needsOf(location.pathname.split('/').at(-1) ?? '', browser.token)).toBe('account')
    expect((await consentTo(server, url, browser)).searchParams.has('code')).toBe(true)
  })
})

describe('a fresh authentication', () => {
  const needsOf = async (parameters: Record<string, string>, browser: Browser) => {
    const { url } = await startLogin(strict, parameters)
    const { location } = await visit(url, browser.cookie)
    if (location.searchParams.has('code')) return 'nothing'
    const flow = location.pathname.split('/').at(-1) ?? ''
    return (await server.call(describeAuthorization, { flow }, { token: browser.token })).data.needs
  }

  test('is demanded by prompt=login right after a login', async () => {
    expect(await needsOf({ prompt: 'login' }, await openBrowser(server))).toBe('reauthentication')
  })

  test.each([
    [1_200, '1', 'reauthentication'],
    [600, '60', 'nothing'],
    [60_300, '60', 'reauthentication'],
    [0, '0', 'reauthentication'],
  ])('%i ms after a login, max_age=%s: %s', async (age, max_age, needs) => {
    const browser = await openBrowser(server)
    await server.sql(
      `update session set proved_at = now() - make_interval(secs => $2::float8 / 1000) where uid = $1`,
      browser.person.uid,
      age,
    )
    expect(await needsOf({ max_age }, browser)).toBe(needs)
  })
})

/** Consent to what a third party receives, and the answers that the portal's screens give. */
import { answerAuthorization, describeAuthorization } from '@kerf/contract/endpoints/openid'
import { fetchUserInfo } from 'openid-client'
import { describe, expect, test } from 'vitest'
import { setAppLogo } from '../../src/operations/app/app-logo.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { drawPicture, setAuthenticationAge, withOpenTransaction } from '../account-center/fixtures.ts'
import { seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import {
  auditOf,
  type Browser,
  CALLBACK,
  finishLogin,
  issuerOf,
  logIn,
  openBrowser,
  type PendingLogin,
  registerClient,
  startLogin,
  visit,
} from './openid-fixture.ts'

const server = await useTestServer()
const first = await registerClient(server)
const third = await registerClient(server, { party: 'third', name: 'Forum' })
const other = await registerClient(server, { party: 'third', sector: 'other.example' })

/** Opens the request and returns the flow that the page shows, with the cookies that continue it. */
async function openFlow(pending: PendingLogin, cookie: string): Promise<{ flow: string; cookie: string }> {
  const { location, cookies } = await visit(pending.url, cookie)
  expect(location.pathname).toMatch(/^\/en\/authorize\//)
  return { flow: location.pathname.split('/').at(-1) ?? '', cookie: [cookie, ...cookies].join('; ') }
}

const answer = (flow: string, { token }: Pick<Browser, 'token'>, given: 'allow' | 'deny' = 'allow') =>
  server.call(answerAuthorization, { flow, answer: given }, { token })

test('one answer gives one code, however often the browser returns at once', async () => {
  const browser = await openBrowser(server)
  const { flow, cookie } = await openFlow(await startLogin(third, { prompt: 'consent' }), browser.cookie)
  const { data } = await answer(flow, browser)
  const returns = await withOpenTransaction(
    server,
    [`update openid_flow set kind = kind where kind = 'Interaction' and $1 <> ''`],
    browser.person.uid,
    () => Promise.all(Array.from({ length: 8 }, () => visit(data.location, cookie))),
  )
  const codes = returns.filter(({ location }) => location.searchParams.has('code'))
  expect(codes).toHaveLength(1)
})

test('asks before a third party receives anything, once', async () => {
  const browser = await openBrowser(server)
  const pending = await startLogin(third)
  const { flow, cookie } = await openFlow(pending, browser.cookie)
  const { data } = await server.call(describeAuthorization, { flow }, { token: browser.token })
  expect(data).toMatchObject({
    client: { name: 'Forum', code: 'creative', party: 'third' },
    needs: 'consent',
    scopes: ['openid', 'profile', 'email'],
    consented: [],
  })
  const { data: next } = await answer(flow, browser)
  const { location } = await visit(next.location, cookie)
  const tokens = await finishLogin(third, pending, location)
  expect(tokens.claims()?.sub).not.toBe(browser.person.uid)
  expect(await auditOf(server, browser)).toEqual(['openid.consent'])

  const again = await logIn(third, browser)
  expect(again.claims()?.sub).toBe(tokens.claims()?.sub)
  const more = await openFlow(await startLogin(third, { scope: 'openid address' }), browser.cookie)
  expect(
    (await server.call(describeAuthorization, { flow: more.flow }, { token: browser.token })).data,
  ).toMatchObject({
    needs: 'consent',
    consented: ['openid'],
  })
})

test('shows the picture that an operator gave to the app, drawn again, at an address of its own', async () => {
  const app = await registerClient(server, { party: 'third', name: 'Nest' })
  const { clientId } = app
  const browser = await openBrowser(server)
  const db = await openDatabase({ url: server.databaseUrl, poolSize: 1, onError: () => {} })
  const setPicture = (picture: Buffer | null) => setAppLogo(db, { clientId, picture, operator: 'lin' })
  const logoOf = async () => {
    const { flow } = await openFlow(await startLogin(app, { prompt: 'consent' }), browser.cookie)
    return (await server.call(describeAuthorization, { flow }, { token: browser.token })).data.client.logo
  }
  try {
    expect(await logoOf()).toBe('')
    await expect(setPicture(Buffer.from('<svg/>'))).rejects.toThrow('must be a PNG, JPEG or WebP picture')
    await setPicture(await drawPicture('#0a0', 64))
    await expect.poll(logoOf).toMatch(/^\/files\/app-logo\/[\w-]{16}\.webp$/)
    const served = await fetch(new URL(await logoOf(), server.url))
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/webp'])
    await setPicture(null)
    await expect.poll(logoOf).toBe('')
  } finally {
    await db.close()
  }
})

test('an app of another sector knows the same person by another id', async () => {
  const browser = await openBrowser(server)
  const subjects = []
  for (const app of [third, other]) {
    const pending = await startLogin(app)
    const { flow, cookie } = await openFlow(pending, browser.cookie)
    const { location } = await visit((await answer(flow, browser)).data.location, cookie)
    subjects.push((await finishLogin(app, pending, location)).claims()?.sub)
  }
  expect(new Set([...subjects, browser.person.uid]).size).toBe(3)
})

test('sends a person who refuses back to the app, without a login', async () => {
  const browser = await openBrowser(server)
  const pending = await startLogin(third)
  const { flow, cookie } = await openFlow(pending, browser.cookie)
  const { data } = await answer(flow, browser, 'deny')
  const { location } = await visit(data.location, cookie)
  expect(location.origin + location.pathname).toBe(CALLBACK)
  expect(Object.fromEntries(location.searchParams)).toMatchObject({
    error: 'access_denied',
    state: pending.state,
    iss: issuerOf(server),
  })
})

test('prompt=consent asks again, prompt=none never asks', async () => {
  const browser = await openBrowser(server)
  const { flow } = await openFlow(await startLogin(first, { prompt: 'consent' }), browser.cookie)
  expect((await server.call(describeAuthorization, { flow }, { token: browser.token })).data.needs).toBe(
    'consent',
  )
  const silent = await visit((await startLogin(third, { prompt: 'none' })).url, browser.cookie)
  expect(silent.location.searchParams.get('error')).toBe('consent_required')
  const nobody = await visit((await startLogin(first, { prompt: 'none' })).url)
  expect(nobody.location.searchParams.get('error')).toBe('login_required')
})

describe('the parameter claims', () => {
  const CLAIMS = JSON.stringify({
    userinfo: { email: { essential: true } },
    id_token: { email: null, locale: null },
  })

  test('adds claims of the scopes to the ID token, and no claim beyond them', async () => {
    const browser = await openBrowser(server)
    const tokens = await logIn(first, browser, { scope: 'openid email', claims: CLAIMS })
    expect(tokens.claims()).toMatchObject({ email: browser.person.email })
    expect(tokens.claims()).not.toHaveProperty('locale')
    // Another session: a grant keeps the scopes of earlier requests.
    const fewer = await logIn(first, await openBrowser(server), { scope: 'openid profile', claims: CLAIMS })
    const { sub } = fewer.claims() ?? {}
    expect(fewer.claims()).toHaveProperty('locale')
    expect(await fetchUserInfo(first.config, fewer.access_token, String(sub))).not.toHaveProperty('email')
  })

  test('asks a person for nothing but the scopes, once', async () => {
    const browser = await openBrowser(server)
    const pending = await startLogin(third, { scope: 'openid', claims: CLAIMS })
    const { flow, cookie } = await openFlow(pending, browser.cookie)
    const { data } = await server.call(describeAuthorization, { flow }, { token: browser.token })
    expect(data).toMatchObject({ needs: 'consent', scopes: ['openid'] })
    const { location } = await visit((await answer(flow, browser)).data.location, cookie)
    expect((await finishLogin(third, pending, location)).claims()).not.toHaveProperty('email')
  })
})

describe('reauthentication', () => {
  test.each([{ prompt: 'login' }, { max_age: '600' }])(
    '%o asks for it and continues after it',
    async wanted => {
      const browser = await openBrowser(server)
      const { uid } = browser.person
      await setAuthenticationAge(server, uid, '1 hour')
      const pending = await startLogin(first, wanted)
      const { flow, cookie } = await openFlow(pending, browser.cookie)
      expect((await server.call(describeAuthorization, { flow }, { token: browser.token })).data.needs).toBe(
        'reauthentication',
      )
      expect((await answer(flow, browser)).code).toBe(20107)
      await setAuthenticationAge(server, uid, '0 seconds')
      const { data } = await answer(flow, browser)
      const { location } = await visit(data.location, cookie)
      const claims = (await finishLogin(first, pending, location)).claims()
      expect(Date.now() / 1_000 - Number(claims?.auth_time)).toBeLessThan(600)
    },
  )

  test('the ID token tells when and how the session was authenticated, also after a question', async () => {
    const browser = await openBrowser(server)
    const pending = await startLogin(first, { prompt: 'login' })
    const { flow, cookie } = await openFlow(pending, browser.cookie)
    const [authenticated] = await server.sql<{ at: Date }>(
      `update session set proved_at = proved_at + interval '5 minutes', acr = 'aal2', amr = '{pwd,otp,mfa}'
        where uid = $1 returning proved_at as at`,
      browser.person.uid,
    )
    const { location } = await visit((await answer(flow, browser)).data.location, cookie)
    expect((await finishLogin(first, pending, location)).claims()).toMatchObject({
      auth_time: Math.floor((authenticated?.at.getTime() ?? 0) / 1_000),
      acr: 'aal2',
      amr: ['pwd', 'otp', 'mfa'],
    })
  })

  describe.each([{ value: 'aal2' }, { values: ['aal2', 'other'] }])('an essential acr %o', wanted => {
    const openWanted = async () => {
      const browser = await openBrowser(server)
      const { uid } = browser.person
      await setAuthenticationAge(server, uid, '1 hour')
      const claims = JSON.stringify({ id_token: { acr: { essential: true, ...wanted } } })
      const pending = await startLogin(first, { claims })
      return { browser, uid, pending, ...(await openFlow(pending, browser.cookie)) }
    }

    test('is in the ID token after a step-up', async () => {
      const { browser, uid, pending, flow, cookie } = await openWanted()
      await server.sql(`update session set proved_at = now(), acr = 'aal2' where uid = $1`, uid)
      const { location } = await visit((await answer(flow, browser)).data.location, cookie)
      expect((await finishLogin(first, pending, location)).claims()?.acr).toBe('aal2')
    })

    test('that the account cannot reach is an error for the app, not another question', async () => {
      const { browser, uid, flow, cookie } = await openWanted()
      await setAuthenticationAge(server, uid, '0 seconds')
      const { location } = await visit((await answer(flow, browser)).data.location, cookie)
      expect(location.searchParams.get('error')).toBe('unmet_authentication_requirements')
    })

    test('asks for the second factor that the account has', async () => {
      const { browser, uid, flow } = await openWanted()
      await setAuthenticationAge(server, uid, '0 seconds')
      await server.sql('update account set second_factor = true where uid = $1', uid)
      const { data } = await server.call(describeAuthorization, { flow }, { token: browser.token })
      expect(data.needs).toBe('reauthentication')
    })
  })
})

test('a visitor who logs in meanwhile continues the request', async () => {
  const person = await seedPerson(server)
  const pending = await startLogin(first)
  const { location, cookies } = await visit(pending.url)
  const flow = new URL(location.searchParams.get('r') ?? '').pathname.split('/').at(-1) ?? ''
  expect((await server.call(describeAuthorization, { flow })).data.needs).toBe('login')
  const browser = await openBrowser(server, person)
  expect((await server.call(describeAuthorization, { flow }, { token: browser.token })).data.needs).toBe(
    'nothing',
  )
  const { data } = await answer(flow, browser)
  const back = await visit(data.location, [browser.cookie, ...cookies].join('; '))
  expect((await finishLogin(first, pending, back.location)).claims()?.sub).toBe(person.uid)
})

describe('login CSRF', () => {
  test('an answer of another person does not log the browser in that began', async () => {
    const attacker = await startLogin(first)
    const { location, cookies } = await visit(attacker.url)
    const flow = new URL(location.searchParams.get('r') ?? '').pathname.split('/').at(-1) ?? ''
    const victim = await openBrowser(server)
    const { data } = await answer(flow, victim)
    // The attacker's browser is signed out, or signed in as somebody else.
    for (const cookie of ['', (await openBrowser(server)).cookie]) {
      const { location: next } = await visit(data.location, [cookie, ...cookies].join('; '))
      expect(next.searchParams.has('code')).toBe(false)
    }
  })

  test.each([
    ['nobody is signed in', async () => ''],
    ['somebody else is signed in', async () => (await openBrowser(server)).cookie],
  ])('nor under the address of another request, where %s', async (_, cookieOf) => {
    const own = await cookieOf()
    const attacker = await startLogin(first, { scope: 'openid offline_access', prompt: 'consent' })
    const { location, cookies } = await visit(attacker.url, own)
    const page = new URL(location.searchParams.get('r') ?? location)
    const victim = await openBrowser(server)
    const { data } = await answer(page.pathname.split('/').at(-1) ?? '', victim)
    const resume = new URL(data.location)
    const jar = [own, ...cookies].join('; ')
    for (const path of ['anything', 'a'.repeat(43)]) {
      const next = await visit(new URL(path, resume), jar)
      expect(next.location.pathname).toBe('/en/authorize/error')
    }
    // Nor in a second try at the true address.
    const next = await visit(resume, jar)
    expect(next.location.searchParams.has('code')).toBe(false)
    expect(next.location.pathname).not.toContain('/authorize/error')
  })

  test('a browser that did not begin the request cannot finish it', async () => {
    const browser = await openBrowser(server)
    const { flow } = await openFlow(await startLogin(third), browser.cookie)
    const { data } = await answer(flow, browser)
    const { location } = await visit(data.location, browser.cookie)
    expect(location.pathname).toBe('/en/authorize/error')
  })

  test('a request that has been answered has expired', async () => {
    const browser = await openBrowser(server)
    const { flow, cookie } = await openFlow(await startLogin(third), browser.cookie)
    const { data } = await answer(flow, browser)
    expect((await visit(data.location, cookie)).location.searchParams.has('code')).toBe(true)
    const { location } = await visit(data.location, cookie)
    expect([location.pathname, location.searchParams.get('error')]).toEqual([
      '/en/authorize/error',
      'expired',
    ])
  })
})

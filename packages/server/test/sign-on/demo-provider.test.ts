import { getFullInfo } from '@kerf/contract/endpoints/profile'
import { readSocialResult } from '@kerf/contract/endpoints/social'
import { expect, test, vi } from 'vitest'
import { sessionCode } from '../account-center/fixtures.ts'
import { useTestServer } from '../support/test-server.ts'
import { createBrowser, LANDING, reachCallback, readResult, resultName, signInAtDemo } from './browser.ts'

const written: unknown[] = []
for (const level of ['log', 'info', 'warn', 'error'] as const)
  vi.spyOn(console, level).mockImplementation((...words) => written.push(words))
const server = await useTestServer({ env: { DEV_ORIGINS: 'http://localhost:1' } })

test('creates an account and a session for an unused verified address', async () => {
  const browser = createBrowser(server)
  const callback = await reachCallback(browser, { name: 'New Person' }, { lang: 'zh' })
  const landing = await browser.follow(callback, LANDING)
  expect(new URL(landing).pathname).toBe('/zh/authcb')
  const { data } = await readResult(server, landing)
  expect(data).toMatchObject({
    code: 0,
    op: 'login',
    channel: 'demo',
    created: true,
    uri: '',
    error: '',
    utoken: expect.stringMatching(/^[\w-]{64}$/),
  })
  expect(browser.cookies.get('utoken')).toBe(data.utoken)
  const { data: info } = await server.call(getFullInfo, undefined, { token: data.utoken })
  expect(info).toMatchObject({ email: 'new.person@demo.example' })

  const again = await signInAtDemo(server, { name: 'new person', choice: 'none' })
  expect(again).toMatchObject({ code: 0, created: false })
  expect(again.utoken).not.toBe(data.utoken)
  expect((await server.call(getFullInfo, undefined, { token: again.utoken })).data.uid).toBe(info.uid)
})

test('returns a result once', async () => {
  const browser = createBrowser(server)
  const landing = await browser.follow(await reachCallback(browser, { name: 'Once' }), LANDING)
  const reads = await Promise.all(Array.from({ length: 8 }, () => readResult(server, landing)))
  expect(reads.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(reads.filter(({ code }) => code === 20206)).toHaveLength(7)
  const [kept] = await server.sql<{ kept: string }>(
    `select string_agg(encode(sealed, 'escape'), '') kept from oauth_flow`,
  )
  expect(kept?.kept).not.toContain(browser.cookies.get('utoken'))
  expect(await sessionCode(server, browser.cookies.get('utoken') ?? '')).toBe(0)
  expect((await server.call(readSocialResult, { result: `${resultName(landing)}x` })).code).toBe(20206)
})

test("reports refused consent in the person's language", async () => {
  const refused = await signInAtDemo(
    server,
    { name: 'No', action: 'refuse' },
    { lang: 'zh', uri: 'http://localhost:1/x' },
  )
  expect(refused).toMatchObject({ code: 20401, utoken: '', created: false, uri: 'http://localhost:1/x' })
  expect(refused.error).not.toBe('')
})

test('renders the requested language without scripts and may redirect to the portal', async () => {
  for (const [lang, word] of [
    ['en', 'Name'],
    ['zh', '姓名'],
  ] as const) {
    const browser = createBrowser(server)
    const form = await browser.follow(`/oauth/demo/auth?op=login&lang=${lang}`, /\/interaction\//)
    const page = await browser.visit(form)
    const html = await page.text()
    expect(html).toContain(`<html lang="${lang}">`)
    expect(html).toContain(word)
    expect(html).not.toMatch(/<script|\son\w+=|style="/)
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`form-action 'self' ${new URL(form).origin}`)
    expect(policy).not.toContain('unsafe-inline')
  }
})

test('renders an error page for an unknown interaction', async () => {
  const page = await createBrowser(server).visit('/dev/idp/interaction/nothing')
  expect(page.status).toBe(400)
  expect(await page.text()).toContain('The demo identity provider cannot continue')
  const error = await createBrowser(server).visit('/dev/idp/auth?client_id=%3Cscript%3E')
  expect(error.status).toBe(400)
  expect(await error.text()).not.toContain('<script>')
})

test('requires PKCE and publishes introspection', async () => {
  const response = await createBrowser(server).visit('/dev/idp/.well-known/openid-configuration')
  const { port } = new URL(server.url)
  expect(await response.json()).toMatchObject({
    issuer: `http://localhost:${port}/dev/idp`,
    code_challenge_methods_supported: ['S256'],
    introspection_endpoint: expect.stringContaining('/dev/idp/token/introspection'),
  })
  const browser = createBrowser(server)
  const address = await browser.follow('/oauth/demo/auth?op=login', /\/dev\/idp\/auth/)
  const url = new URL(address)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    redirect_uri: `http://localhost:${port}/oauth/demo/callback`,
  })
  for (const name of ['code_challenge', 'code_challenge_method']) url.searchParams.delete(name)
  const landing = await browser.follow(url.href, LANDING)
  expect((await readResult(server, landing)).data.code).toBe(20401)
})

test('writes nothing to the console', () => {
  expect(written).toEqual([])
})

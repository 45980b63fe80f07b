/** Pages that a host app embeds: see docs/decisions/012. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadBrands } from '@kerf/brands/registry'
import { placeholder } from '@kerf/contract/page-template'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageShellPlugin } from './page-shell-plugin.ts'

let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerf-embedded-'))
  for (const name of ['pages', 'assets', 'embed']) await mkdir(join(folder, name))
  const html = `<html${placeholder('rootAttributes')}><head>${placeholder('head')}</head>${placeholder('pageData')}</html>`
  const pages: Record<string, { file: string; styles: string[] }> = {}
  for (const name of ['en/login', 'en/shell', 'zh/login', 'zh/shell', 'old/en/login']) {
    const file = `${name.replaceAll('/', '-')}.html`
    await writeFile(
      join(folder, 'pages', file),
      name.startsWith('old/') ? html.replace('<html', '<html data-old') : html,
    )
    pages[name] = { file, styles: [] }
  }
  await writeFile(
    join(folder, 'pages/pages.json'),
    JSON.stringify({ pages, watchdog: 'assets/watchdog-1.js' }),
  )
  await writeFile(join(folder, 'embed/kerf-embed.js'), 'export {}')
  await mkdir(join(folder, 'embed/1.0.0'))
  await writeFile(join(folder, 'embed/1.0.0/kerf-embed.js'), 'export const old = 1')
  app = fastify()
  await app.register(
    pageShellPlugin({
      portalFolder: folder,
      brands: await loadBrands(),
      publicUrl: new URL('https://passport.kerf.example'),
      deployment: 'us',
      human: { kind: 'slider' },
      password: { min: 6, max: 20 },
      social: [],
      socialClients: {},
      returnOrigins: [],
      cookieDomain: '',
      siblings: [],
      clock: () => new Date('2026-06-01T12:00:00Z'),
      activation: undefined,
      tracking: {},
      devicePort: 9527,
      standIn: cookie => (cookie?.includes('standIn') ? '/dev/stand-in.js' : undefined),
    }),
  )
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const opener = async (url: string) => (await get(url)).headers['cross-origin-opener-policy']

test('only embedded pages load the watchdog, keep their opener and list their host origins', async () => {
  for (const query of ['?md=win', '?md=full-win&p=creative']) {
    const { body } = await get(`/en/login${query}`)
    expect(body).toContain('<script src="/assets/watchdog-1.js"></script>')
    expect(body).toContain('"hosts":{"origins":["https://')
    expect(await opener(`/en/login${query}`)).toBe('unsafe-none')
  }
  for (const query of ['', '?md=page', '?md=win&md=win', '?md=WIN']) {
    const { body } = await get(`/en/login${query}`)
    expect(body).not.toContain('watchdog')
    expect(body).not.toContain('"hosts"')
    expect(await opener(`/en/login${query}`)).toBe('same-origin-allow-popups; report-to="default"')
  }
})

test('lists the origins of both brands as hosts, and passes the token only where the brand allows it', async () => {
  const brands = await loadBrands()
  const hosts = async (query: string) =>
    JSON.parse(/"hosts":(\{[^}]*\})/.exec((await get(`/en/login?md=win&${query}`)).body)?.[1] ?? '')
  const of = (code: string) => brands.get(code)?.brand.origins ?? []
  expect(await hosts('p=creative&o=smallbusiness')).toEqual({
    origins: [...of('smallbusiness'), ...of('creative')],
    token: of('creative'),
  })
  expect((await hosts('p=smallbusiness')).token).toEqual([])
  expect((await hosts('p=nobody')).origins).toEqual(of('portal'))
})

test('allows connections to a machine only on one local port', async () => {
  const policy = String((await get('/en/login')).headers['content-security-policy'])
  expect(/connect-src ([^;]*)/.exec(policy)?.[1]).toBe("'self' ws://127.0.0.1:9527 ws://localhost:9527")
})

test('adds the script that simulates the host app to embedded pages only', async () => {
  const cookie = { cookie: 'standIn=1' }
  expect((await get('/en/login?md=full-win', cookie)).body).toContain('src="/dev/stand-in.js"')
  expect((await get('/en/login', cookie)).body).not.toContain('stand-in')
  expect((await get('/en/login?md=full-win')).body).not.toContain('stand-in')
})

test('serves the self-test without a language in its path, and the SDK to pages of any origin', async () => {
  expect((await get('/selftest?l=zh')).statusCode).toBe(200)
  expect((await get('/selftest/more')).headers.location).toBe('/en/login')
  const sdk = await get('/embed/kerf-embed.js')
  expect(sdk.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'content-type': 'text/javascript; charset=utf-8',
  })
  for (const path of ['/embed/nothing.js', '/embed/..%2fpages%2fpages.json'])
    expect((await get(path)).statusCode).toBe(404)
})

test('serves the variant for old browsers to every browser that does not name a new version', async () => {
  const chromium = (version: number) => ({
    'user-agent': `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`,
  })
  const current = await get('/en/login', chromium(140))
  expect(current.body).toMatch(/<html(?! data-old)/)
  expect(current.body).toContain('light-dark(')
  for (const [path, headers] of [
    ['/en/login', chromium(87)],
    ['/en/login', { 'user-agent': 'KerfStudio/2.1' }],
    ['/en/login?engine=old', chromium(140)],
  ] as const) {
    const { body, headers: answered } = await get(path, headers)
    expect(body).toContain('<html data-old')
    expect(body).not.toContain('light-dark(')
    expect(body).toContain('@media(prefers-color-scheme:dark)')
    expect(answered.vary).toContain('User-Agent')
    expect(answered.etag).not.toBe(current.headers.etag)
  }
})

test('serves each release of the SDK forever, to pages that check its hash', async () => {
  const released = await get('/embed/1.0.0/kerf-embed.js', { origin: 'https://app.example' })
  expect(released.body).toBe('export const old = 1')
  expect(released.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect((await get('/embed/kerf-embed.js')).headers['cache-control']).toBe('public, max-age=3600')
  for (const path of ['1.0.1/kerf-embed.js', '1.0.0/none.js', '1.0.0'])
    expect((await get(`/embed/${path}`)).statusCode, path).toBe(404)
})

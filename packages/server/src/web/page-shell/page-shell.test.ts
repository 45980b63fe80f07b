import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { loadBrands } from '@kerf/brands/registry'
import { ERRORS } from '@kerf/contract/errors'
import { AGREED_VERSIONS } from '@kerf/contract/legal-versions'
import { PLACEHOLDERS, placeholder } from '@kerf/contract/page-template'
import {
  ACCOUNT_PAGES,
  PORTAL_PAGES,
  SCANNER_PAGE,
  UNLOCALIZED_PAGES,
  VISITOR_PAGES,
} from '@kerf/contract/portal-routes'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '../../platform/errors/api-error.ts'
import { type PageShellOptions, pageShellPlugin } from './page-shell-plugin.ts'

let folder: string
let app: FastifyInstance
const STYLE = 'sha256-built'

/** Contains every placeholder as text and as an attribute, as built pages do. */
const page = (name: string) =>
  `<!doctype html><html lang="en"${placeholder('rootAttributes')}><head>${placeholder('head')}</head><body><h1>${name}</h1>` +
  PLACEHOLDERS.filter(name => name !== 'rootAttributes' && name !== 'head' && name !== 'pageData')
    .map(one => `<p title="${placeholder(one)}">${placeholder(one)}</p>`)
    .join('') +
  `<a href="/en/terms${placeholder('query')}">x</a>` +
  `<script type="application/json" id="page-data">${placeholder('pageData')}</script></body></html>`

async function build(
  publicUrl: string,
  tracking: { url?: string; google?: string } = {},
  human: PageShellOptions['human'] = { kind: 'slider' },
): Promise<FastifyInstance> {
  const server = fastify()
  server.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof ApiError ? ERRORS[error.errorName].status : 500).send(),
  )
  const brands = await loadBrands()
  await server.register(
    pageShellPlugin({
      portalFolder: folder,
      brands,
      publicUrl: new URL(publicUrl),
      deployment: 'us',
      human,
      password: { min: 6, max: 20 },
      social: ['google'],
      socialClients: { google: 'client-a' },
      cookieDomain: '',
      siblings: [],
      activation: undefined,
      returnOrigins: [...brands.values()].flatMap(({ brand }) => brand.origins),
      clock: () => new Date('2026-06-01T12:00:00Z'),
      devicePort: 9527,
      tracking,
    }),
  )
  return server
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerf-pages-'))
  await mkdir(join(folder, 'pages'))
  await mkdir(join(folder, 'assets'))
  const pages: Record<string, { file: string; styles: string[] }> = {}
  for (const language of ['en', 'zh']) {
    for (const name of [...VISITOR_PAGES, ...ACCOUNT_PAGES, SCANNER_PAGE, 'shell']) {
      const file = `${language}-${name.replace('/', '-')}.html`
      await writeFile(join(folder, 'pages', file), page(name))
      pages[`${language}/${name}`] = { file, styles: [STYLE] }
    }
  }
  await writeFile(join(folder, 'pages/pages.json'), JSON.stringify({ pages }))
  await writeFile(join(folder, 'assets/a-1234.js'), 'plain')
  await writeFile(join(folder, 'assets/a-1234.js.br'), brotliCompressSync('plain'))
  await writeFile(join(folder, 'assets/a-1234.js.map'), 'map')
  await writeFile(join(folder, 'assets/a-1234.wasm'), 'plain')
  await writeFile(join(folder, 'assets/a-1234.wasm.br'), brotliCompressSync('plain'))
  app = await build('https://passport.kerf.example')
})

afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const pageData = (html: string) =>
  JSON.parse(/id="page-data">(.*?)<\/script>/.exec(html)?.[1]?.replaceAll('\\u003c', '<') ?? '')

describe('redirects and missing pages', () => {
  test.each([
    ['/', {}, '/en/login'],
    ['/', { 'accept-language': 'zh-TW,zh;q=0.9' }, '/zh/login'],
    ['/?l=zh-CN', {}, '/zh/login?l=zh-CN'],
    ['/?l=zh', { cookie: 'IntlLang=en' }, '/en/login?l=zh'],
    ['/zh', {}, '/zh/login'],
    ['/zh/', {}, '/zh/login'],
    ['/en/no/such?p=creative&av=2.10', {}, '/en/login?p=creative&av=2.10'],
    ['/fr/login?p=a&p=b', { cookie: 'IntlLang=zh' }, '/zh/login?p=a&p=b'],
    ['/en/login/', {}, '/en/login'],
    ['//evil.example/login', {}, '/en/login'],
    ['/%2f%2fevil.example', {}, '/en/login'],
    ['/en/..%2f..%2fetc', {}, '/en/login'],
  ])('redirects %s with %j to %s', async (url, headers, location) => {
    const answer = await get(url, headers as Record<string, string>)
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe(location)
    expect(answer.headers['cache-control']).toContain('private')
  })

  test.each([
    ['/en/no/such', true],
    ['/nowhere', true],
    ['/', false],
    ['/en/login/', false],
    ['/login', false],
    ['/fr/login', false],
  ])(
    'lets the login page say that no page has an address, unless it is close to one: %s',
    async (url, says) => {
      const { headers } = await get(url, { 'sec-fetch-dest': 'document' })
      expect(headers['set-cookie'] !== undefined).toBe(says)
      if (says) expect(headers['set-cookie']).toMatch(/^kerfNotice=unknown_address; Max-Age=60; /)
      expect((await get(url, { 'sec-fetch-dest': 'image' })).headers['set-cookie']).toBeUndefined()
    },
  )

  test('prevents header injection and redirects to other hosts', async () => {
    const answer = await get('/nowhere?x=%0d%0aset-cookie:a=b&y=\u00e9')
    expect(answer.headers.location).toMatch(/^\/en\/login\?x=%0d%0aset-cookie:a=b&y=/)
    expect(answer.headers['set-cookie']).toBeUndefined()
  })
  test('redirects a form submitted before its script has loaded, without reading it', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await app.inject({
      method: 'POST',
      url: '/en/login?p=aiart',
      headers,
      payload: 'password=secret',
    })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/en/login?p=aiart'])
    expect((await app.inject({ method: 'POST', url: '/%5cevil.example/x', headers })).statusCode).toBe(404)
  })
  test('answers 404 for API paths and files that do not exist', async () => {
    for (const url of [
      '/v1/none',
      '/message/v1/none',
      '/assets/none.js',
      '/brands/portal/none.svg',
      '/oauth/x/y',
    ]) {
      expect((await get(url)).statusCode, url).toBe(404)
    }
  })
})

describe('a page', () => {
  test('is prerendered for visitors, and a shell if the visitor may be signed in', async () => {
    expect((await get('/en/login')).body).toContain('<h1>login</h1>')
    expect((await get('/en/login', { cookie: 'utoken=x' })).body).toContain('<h1>shell</h1>')
    expect((await get('/en/login?ut=abc')).body).toContain('<h1>shell</h1>')
    expect((await get('/en/login?ut=123')).body).toContain('<h1>login</h1>')
    expect((await get('/en/findpwd?account=1')).body).toContain('<h1>shell</h1>')
    expect((await get('/en/profile')).body).toContain('<h1>shell</h1>')
    expect((await get('/en/machines/join')).body).toContain('<h1>shell</h1>')
    expect((await get('/en/terms', { cookie: 'utoken=x' })).body).toContain('<h1>shell</h1>')
  })

  test('of the account center is a skeleton for visitors who may be signed in', async () => {
    for (const path of ACCOUNT_PAGES)
      expect((await get(`/en/${path}`, { cookie: 'utoken=x' })).body).toContain(`<h1>${path}</h1>`)
    expect((await get('/en/profile/machines/m_an-id', { cookie: 'utoken=x' })).body).toContain(
      '<h1>profile/machines</h1>',
    )
  })

  const HOSTILE = [
    'x="><script>alert(1)</script>',
    'p="><script>alert(1)</script>',
    "o='onload='alert(1)&p=<svg/onload=alert(1)>",
    'av=2.10"><img src=x onerror=alert(1)>&img=javascript:alert(1)',
    'img=https://evil.example/"onerror="x',
    'sameSite=</script><script>alert(1)</script>&secure=0',
    'md=win"><b>&lr=0"><b>&sl=0"><b>',
    's={{pageData}}&av={{head}}&md={{rootAttributes}}',
    `p=${'<'.repeat(3000)}`,
    'p=a&p=<b>&o=<i>&o=<u>',
    'p=%E0%A4%A&o=%&s=%00%0d%0a<x>',
    'r=javascript:alert(1)&ut=<b>',
    'p=__proto__&o=constructor',
  ].map(query => [query.slice(0, 40), query] as const)
  test.each(HOSTILE)('does not insert %j as markup', async (_, query) => {
    for (const language of ['en', 'zh']) {
      const raw = await get(`/${language}/login?${query}`)
      const encoded = await get(`/${language}/login?${encodeURI(query).replaceAll("'", '%27')}`)
      for (const { body, statusCode, headers } of [raw, encoded]) {
        expect(statusCode).toBe(200)
        const expected = page('login').match(/<(?!\/?style|link)/g)?.length ?? 0
        const tags = body
          .replace(/<link rel="(?:icon|preload)"[^<>]*>|<style>[^<]*<\/style>/g, '')
          .match(/<(?!\/?style|link)/g)
        expect(tags?.length).toBe(expected)
        expect(body).not.toMatch(/\son\w+\s*=\s*["']?alert/)
        expect(headers['content-security-policy']).not.toContain('evil')
        expect(pageData(body).image).toBeNull()
        expect(pageData(body).brand.code).toBe('portal')
      }
    }
  })

  test('contains the retained query unchanged and escaped once', async () => {
    const { body } = await get(
      '/en/login?p=creative&av=2.10&x=1&img=a%20b%26c&ut=1&r=https%3A%2F%2Fa.example',
    )
    expect(body).toContain('href="/en/terms?p=creative&amp;av=2.10&amp;img=a+b%26c"')
  })

  test('shows the brand of `o` and applies the rules of the app of `p`', async () => {
    const data = pageData((await get('/zh/login?p=creative&o=customthings')).body)
    expect([data.brand.code, data.app.code]).toEqual(['customthings', 'creative'])
    expect(data.app.name).toEqual({ en: 'Kerf Studio', zh: '刻缝创作' })
    expect(pageData((await get('/en/login?p=creative')).body).app).not.toHaveProperty('name')
    expect(pageData((await get('/en/login?p=nobody')).body).brand.code).toBe('portal')
  })

  test('accepts a custom picture only from an origin of the brand', async () => {
    const brands = await loadBrands()
    const origin = brands.get('creative')?.brand.origins[0]
    const good = await get(`/en/login?p=creative&img=${encodeURIComponent(`${origin}/a.png`)}`)
    expect(pageData(good.body).image).toBe(`${origin}/a.png`)
    expect(good.headers['content-security-policy']).toContain(`blob: ${origin};`)
    for (const img of [
      'https://evil.example/a.png',
      `${origin}.evil.example/a.png`,
      'http://creative.kerf.example/a',
    ]) {
      const { body } = await get(`/en/login?p=creative&img=${encodeURIComponent(img)}`)
      expect(pageData(body).image).toBeNull()
    }
  })

  test('lists only the accepted origin of the return URL', async () => {
    const brands = await loadBrands()
    const origin = brands.get('aiart')?.brand.origins[0]
    const getWithReturnUrl = (r: string) => get(`/en/login?r=${encodeURIComponent(r)}`)
    expect(pageData((await getWithReturnUrl(`${origin}/x`)).body).returnOrigins).toEqual([origin])
    expect(pageData((await getWithReturnUrl('https://evil.example/')).body).returnOrigins).toEqual([])
  })

  test('loads the picture in advance on prerendered pages only, whichever page filled the cache', async () => {
    const preloads = async (path: string, cookie = '') =>
      (await get(path, { cookie })).body.includes('rel="preload" as="image"')
    expect(await preloads('/en/login')).toBe(true)
    expect(await preloads('/en/login', `utoken=${'A'.repeat(43)}`)).toBe(false)
    expect(await preloads('/en/privacy')).toBe(false)
  })

  test('hides social sign-in from old clients and on request', async () => {
    const social = async (query: string) => pageData((await get(`/en/login?${query}`)).body).social
    expect(pageData((await get('/en/login')).body).socialClients).toEqual({ google: 'client-a' })
    expect(pageData((await get('/en/login?sl=0')).body).socialClients).toBeUndefined()
    expect(await social('p=creative&s=pc&av=1.7')).toEqual(['google'])
    expect(await social('p=creative&s=pc&av=1.6.9')).toEqual([])
    expect(await social('sl=0')).toEqual([])
  })

  test('sets theme and variants as attributes of the root element', async () => {
    const { body } = await get('/en/login?md=win&lr=0&sl=0', { cookie: 'kerfTheme=dark' })
    expect(body).toContain('<html lang="en" data-theme="dark" data-embedded data-lr="0" data-sl="0">')
    expect((await get('/en/login', { cookie: 'kerfTheme="><b>' })).body).toContain('<html lang="en">')
    const agreed = `kerfAgreed=${AGREED_VERSIONS}`
    expect((await get('/en/login', { cookie: agreed })).body).toContain('<html lang="en" data-agreed>')
    expect((await get('/en/login', { cookie: 'kerfAgreed=2020-01-01' })).body).toContain('<html lang="en">')
    expect((await get('/en/login', { cookie: `${agreed}; ${agreed}` })).body).toContain(
      '<html lang="en" data-agreed>',
    )
    expect((await get('/en/login', { cookie: 'kerfPasskey=1' })).body).toContain(
      '<html lang="en" data-passkey>',
    )
  })

  test('is private, revalidated, and not sent twice', async () => {
    const first = await get('/en/login')
    expect(first.headers['cache-control']).toBe('private, no-cache')
    expect(first.headers.vary).toBe('Cookie, Accept-Language, Accept-Encoding, User-Agent')
    const again = await get('/en/login', { 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await get('/en/login?p=creative')).headers.etag).not.toBe(first.headers.etag)
  })
})

describe('made-up queries', () => {
  const encodingOf = async (url: string) =>
    (await get(url, { 'accept-encoding': 'br, gzip' })).headers['content-encoding']
  let flooded: FastifyInstance
  beforeAll(async () => {
    flooded = await build('https://passport.kerf.example')
  })
  afterAll(() => flooded.close())

  test('a page is compressed at the first request, a version from its second request on', async () => {
    expect(await encodingOf('/en/login?p=creative&s=pc')).toBe('br')
    expect(await encodingOf('/en/login?p=creative&s=pc&av=3.4.5')).toBeUndefined()
    expect(await encodingOf('/en/login?p=creative&s=pc&av=3.4.5')).toBe('br')
  })

  test('the number of compressions does not grow with the queries', async () => {
    const start = performance.now()
    let compressed = 0
    for (let i = 0; i < 400; i++)
      for (let request = 0; request < 2; request++) {
        const url = `/en/login?av=1.${i}.7&img=${i}`
        const { headers } = await flooded.inject({
          url,
          headers: { 'accept-encoding': 'br' },
          remoteAddress: `192.0.2.${i % 200}`,
        })
        if (headers['content-encoding'] !== undefined) compressed++
      }
    expect(compressed).toBeLessThanOrEqual(61 + (20 * (performance.now() - start)) / 1_000)
  })

  test('an address that makes up pages is refused, and still gets the pages of others', async () => {
    const statuses = new Set<number>()
    // More than the limit of two minutes, because a minute may end meanwhile.
    for (let i = 0; i < 1_400 && !statuses.has(429); i++)
      statuses.add(
        (await flooded.inject({ url: `/en/login?av=2.${i}`, remoteAddress: '198.51.100.7' })).statusCode,
      )
    expect([...statuses]).toEqual([200, 429])
    await flooded.inject({ url: '/en/register', remoteAddress: '198.51.100.8' })
    expect((await flooded.inject({ url: '/en/register', remoteAddress: '198.51.100.7' })).statusCode).toBe(
      200,
    )
    expect(
      (await flooded.inject({ url: '/en/login?av=2.699', remoteAddress: '198.51.100.8' })).statusCode,
    ).toBe(200)
  })
})

describe('headers', () => {
  test('allow own scripts, hashed styles, and embedding by the two brands', async () => {
    const policy = String((await get('/en/login?p=creative&o=aiart')).headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toMatch(new RegExp(`style-src 'self' '${STYLE}' 'sha256-[^']+';`))
    expect(policy).not.toContain('unsafe')
    const brands = await loadBrands()
    const origins = ['aiart', 'creative'].flatMap(code => brands.get(code)?.brand.origins ?? [])
    expect(policy).toContain(`frame-ancestors 'self' ${origins.join(' ')};`)
  })
  test('send no referrer if the URL may contain a secret', async () => {
    const policy = async (url: string) => (await get(url)).headers['referrer-policy']
    expect(await policy('/en/login')).toBe('strict-origin-when-cross-origin')
    expect(await policy('/en/login?ut=abc')).toBe('no-referrer')
    expect(await policy('/en/login?p=a&u%74=abc')).toBe('no-referrer')
    expect(await policy('/en/profile?ticket=abc')).toBe('no-referrer')
    expect(await policy('/en/findpwd')).toBe('no-referrer')
  })
  test('require HTTPS only if the portal is served over HTTPS', async () => {
    expect((await get('/en/login')).headers['strict-transport-security']).toContain('max-age=31536000')
    const plain = await build('http://localhost:8080')
    expect((await plain.inject('/en/login')).headers['strict-transport-security']).toBeUndefined()
    await plain.close()
  })
})

describe('files', () => {
  test('assets are immutable and compressed', async () => {
    const plain = await get('/assets/a-1234.js')
    expect([plain.body, plain.headers['cache-control']]).toEqual([
      'plain',
      'public, max-age=31536000, immutable',
    ])
    const small = await get('/assets/a-1234.js', { 'accept-encoding': 'gzip, br' })
    expect(small.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe('plain')
    const other = await get('/assets/a-1234.js', { 'accept-encoding': 'gzip' })
    expect(other.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(other.rawPayload).toString()).toBe('plain')
    expect((await get('/assets/a-1234.js', { 'accept-encoding': 'br;q=0' })).body).toBe('plain')
    expect((await get('/assets/a-1234.js.map')).statusCode).toBe(404)
    expect((await get('/assets/..%2fpages%2fpages.json')).statusCode).toBe(404)
  })
  test('WebAssembly has its type, which browsers require to compile it while it loads', async () => {
    const wasm = await get('/assets/a-1234.wasm', { 'accept-encoding': 'br' })
    expect([
      wasm.headers['content-type'],
      wasm.headers['content-encoding'],
      wasm.headers['cache-control'],
    ]).toEqual(['application/wasm', 'br', 'public, max-age=31536000, immutable'])
  })
  test('an address with a token asks for no icon, which the browser would request with it as referrer', async () => {
    for (const page of ['register', 'findpwd']) {
      // In this order, because pages are cached: none is served for an address of the other kind.
      for (const query of ['', 'ticket=x', `ut=${'T'.repeat(43)}`, 'ut=A&ut=B', '']) {
        const { body } = await get(`/en/${page}?${query}`)
        const [, attribute] = /<link rel="icon" ([\w-]+)="[^"]+"/.exec(body) ?? []
        expect([page, query, attribute]).toEqual([page, query, query === '' ? 'href' : 'data-href'])
      }
    }
  })
  test('brand files are cached forever if the URL contains their hash', async () => {
    const { body } = await get('/en/login?p=atomm')
    const address = /<link rel="icon" href="([^"]+)"/.exec(body)?.[1] ?? ''
    const versioned = await get(address)
    expect([versioned.statusCode, versioned.headers['cache-control']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
    expect(versioned.headers['content-security-policy']).toContain('sandbox')
    const unversioned = await get(address.replace(/\?.*/, ''))
    expect(unversioned.headers['cache-control']).toBe('public, no-cache')
  })
})

test('allows the configured analytics origins, and nothing of Google on untracked pages', async () => {
  const tracked = await build('https://passport.kerf.example', {
    url: 'https://events.example/sa.gif?project=kerf',
    google: 'G-TEST12345',
  })
  const policyOf = async (url: string) =>
    String((await tracked.inject({ url })).headers['content-security-policy'])
  const login = await policyOf('/en/login')
  expect(login).toContain("script-src 'self' https://www.googletagmanager.com/gtag/js;")
  expect(login).toMatch(/connect-src [^;]*https:\/\/events\.example https:\/\/\*\.google-analytics\.com/)
  for (const untracked of ['/en/findpwd', '/zh/authcb', '/en/not-me']) {
    const policy = await policyOf(untracked)
    expect(policy).not.toMatch(/google/)
    expect(policy).toContain('trusted-types')
  }
  const html = (await tracked.inject({ url: '/en/login' })).body
  expect(pageData(html).tracking).toEqual({
    url: 'https://events.example/sa.gif?project=kerf',
    google: 'G-TEST12345',
  })
  await tracked.close()
  expect(pageData((await get('/en/login')).body)).not.toHaveProperty('tracking')
})

test('only the scanner may use the camera and run WebAssembly, and it runs no script of others (S-169)', async () => {
  const guarded = await build(
    'https://passport.kerf.example',
    { google: 'G-TEST12345' },
    { kind: 'recaptcha', siteKey: 'k' },
  )
  const paths = [
    ...PORTAL_PAGES.flatMap(page => [`/en/${page}`, `/zh/${page}`]),
    ...UNLOCALIZED_PAGES.map(page => `/${page}`),
    '/en/authorize/error',
    '/en/profile/machines/m_an-id',
    '/en/login?md=win&p=aiart',
    '/en/machines/scan?md=win',
  ]
  const found = new Set<string>()
  for (const path of paths)
    for (const cookie of ['', 'utoken=x']) {
      const { headers } = await guarded.inject({ url: path, headers: { cookie } })
      const policy = String(headers['content-security-policy'])
      if (policy.includes('wasm')) {
        found.add(path)
        expect(policy).toMatch(/; script-src 'self' 'wasm-unsafe-eval'; /)
        expect(policy).toContain("frame-ancestors 'none'")
        expect(policy).toContain("require-trusted-types-for 'script'")
        expect(headers['permissions-policy']).toContain('camera=(self)')
        expect(headers['permissions-policy']).toContain('microphone=()')
        expect(policy).toContain("; connect-src 'self'; ")
        expect(headers['cross-origin-opener-policy']).toContain('same-origin-allow-popups')
      } else
        expect([path, headers['permissions-policy']]).toEqual([path, expect.stringContaining('camera=()')])
    }
  expect([...found]).toEqual(['/en/machines/scan', '/zh/machines/scan', '/en/machines/scan?md=win'])
  await guarded.close()
})

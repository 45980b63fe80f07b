import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PageData } from '@kerf/contract/page-data'
import { placeholder } from '@kerf/contract/page-template'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { createBrowser, LANDING, readResult } from './browser.ts'
import { registerApp } from './register-app.ts'

// These tests start several servers, which takes long on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 })

/** Folder of a built portal with one page that contains only the page data. */
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kerf-portal-'))
  for (const name of ['pages', 'assets']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'pages/login.html'), placeholder('pageData'))
  const pages = { 'en/login': { file: 'login.html', styles: [] } }
  writeFileSync(join(folder, 'pages/pages.json'), JSON.stringify({ pages }))
})
afterAll(() => rmSync(folder, { recursive: true }))

const oauth = (name: string): Record<string, string> => ({
  [`OAUTH_${name}_CLIENT_ID`]: 'x',
  [`OAUTH_${name}_SECRET`]: 'y',
})
const CONFIGURED = {
  ...oauth('GITHUB'),
  ...oauth('GOOGLE'),
  ...oauth('BETA'),
  OAUTH_BETA_ISSUER: 'https://idp.example',
}

async function withServer<T>(
  env: Record<string, string>,
  work: (server: TestServer) => Promise<T>,
): Promise<T> {
  const server = await startTestServer({ env: { PORTAL_FOLDER: folder, ...env } })
  return work(server).finally(() => server.close())
}
const pageData = async (server: TestServer, query = ''): Promise<PageData> =>
  (await (await fetch(`${server.url}/en/login${query}`)).json()) as PageData

test.each([
  ['us', {}, ['demo']],
  ['us', CONFIGURED, ['google', 'github', 'beta', 'demo']],
  ['eu', CONFIGURED, []],
  ['cn', {}, []],
  ['cn', { SOCIAL_LOGIN: 'on' }, ['demo']],
  ['us', { SOCIAL_LOGIN: 'off', ...CONFIGURED }, []],
  ['us', { WORKERS: '2' }, []],
])('deployment %s with %j offers the channels %j', async (DEPLOYMENT, env, offered) => {
  await withServer({ DEPLOYMENT, ...env } as Record<string, string>, async server => {
    expect((await pageData(server)).social).toEqual(offered)
    expect((await pageData(server, '?sl=0')).social).toEqual([])
  })
})

test('accepts native tokens while buttons are hidden, unless the operator switches social sign-in off', async () => {
  const startSignIn = async (server: TestServer, channel: string): Promise<number> => {
    const visit = await createBrowser(server).visit(`/oauth/${channel}/auth?op=login`)
    const to = new URL(visit.headers.get('location') ?? '', server.url).href
    return LANDING.test(to) ? (await readResult(server, to)).data.code : 0
  }
  await withServer({ DEPLOYMENT: 'cn', ...CONFIGURED }, async server => {
    expect(await startSignIn(server, 'github')).toBe(0)
  })
  await withServer({ SOCIAL_LOGIN: 'off', ...CONFIGURED }, async server => {
    for (const channel of ['github', 'beta', 'demo'])
      expect([channel, await startSignIn(server, channel)]).toEqual([channel, 20401])
    expect((await fetch(`${server.url}/dev/idp/.well-known/openid-configuration`)).status).toBe(404)
  })
})

test('accepts return addresses of an app as soon as it is registered', async () => {
  await withServer({}, async server => {
    const origin = 'https://shop.partner.example'
    const query = `?r=${encodeURIComponent(`${origin}/x`)}`
    expect((await pageData(server, query)).returnOrigins).toEqual([])
    await registerApp(server, origin)
    expect((await pageData(server, query)).returnOrigins).toEqual([origin])
  })
})

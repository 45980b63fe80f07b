/** The example app of docs/tickets.md, unchanged, against a passport that goes away and comes back. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const exitWithParent = new URL('../../../scripts/bootstrap/exit-with-parent.mjs', import.meta.url).href
const SESSION = 'session-of-ada'

/** Answers like the passport, or like a proxy whose passport is down. */
async function startPassport() {
  const state = { isUp: true }
  const answers: Readonly<Record<string, object>> = {
    '/v1/ticket/redeem': { uid: 'u-1', email: 'ada@example.com', nickname: 'Ada', session: SESSION },
    '/v1/ticket/alive': { alive: [SESSION] },
  }
  const server = createServer((request, response) => {
    const data = state.isUp && answers[request.url ?? '']
    if (!data) return void response.writeHead(503).end('no upstream')
    response.end(JSON.stringify({ code: 0, data, msg: '', requestId: 'r' }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Resolves to the origin of the running app. */
async function startApp(passport: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-guide-'))
  const code = /```js\n(\/\/ app\.mjs\n[\s\S]*?)```/.exec(read('docs/tickets.md'))?.[1] ?? ''
  writeFileSync(join(folder, 'app.mjs'), code)
  symlinkSync(fileURLToPath(new URL('../../../node_modules', import.meta.url)), join(folder, 'node_modules'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const settings = {
    PASSPORT: passport,
    ORIGIN: origin,
    PORT: String(port),
    CLIENT_ID: 'a',
    CLIENT_SECRET: 's',
  }
  const preload = ['--conditions=kerf-source', '--import', exitWithParent]
  const app = spawn(process.execPath, [...preload, join(folder, 'app.mjs')], {
    env: settings,
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  const ended = once(app, 'close')
  onTestFinished(async () => {
    app.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  await Promise.race([once(app.stdout as NodeJS.ReadableStream, 'data'), ended])
  return origin
}

async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

test('the example app keeps its sessions while the passport is down', async () => {
  const passport = await startPassport()
  const origin = await startApp(passport.url)
  const get = (path: string, cookie = '') =>
    fetch(`${origin}${path}`, { headers: { cookie }, redirect: 'manual' })
  const cookiesOf = (response: Response) =>
    response.headers.getSetCookie().map(text => text.split(';')[0] ?? '')

  const [state = ''] = cookiesOf(await get('/login'))
  const returned = await get(`/return?${state}&ticket=tkt_1`, state)
  const session = cookiesOf(returned).find(text => text.startsWith('session=')) ?? ''
  expect(await (await get('/', session)).text()).toContain('Hello, Ada')

  passport.state.isUp = false
  const unavailable = await get('/', session)
  expect(unavailable.status).toBe(503)
  expect(await unavailable.text()).toBe('Please try again in a moment.')
  expect(cookiesOf(unavailable)).toEqual([])

  passport.state.isUp = true
  expect(await (await get('/', session)).text()).toContain('Hello, Ada')
})

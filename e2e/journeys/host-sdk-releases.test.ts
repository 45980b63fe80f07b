/** Pages that load a released version of the SDK with its hash, as `npm run -s sdk` prints it. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { HOST_PAGE } from '../lib/host/host.ts'
import { expect, FULL, test } from '../lib/test.ts'

const command = fileURLToPath(new URL('../../packages/embed/build/release.ts', import.meta.url))
const runCommand = (...args: string[]) =>
  execFileSync(process.execPath, [command, ...args], { encoding: 'utf8' })
type Versions = Readonly<Record<string, Readonly<Record<string, string>>>>

let html = ''
const server = createServer((_, response) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
)
test.beforeAll(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)))
test.afterAll(() => void server.close())

test.use(HOST_PAGE)
test(
  'serves every release with the printed hash, which browsers check',
  FULL,
  async ({ page, url, expectConsole }) => {
    const { versions } = JSON.parse(runCommand('--json')) as { versions: Versions }
    expect(await (await fetch(`${url}/embed/versions.json`)).json()).toEqual({ versions })
    for (const [version, files] of Object.entries(versions))
      for (const [name, integrity] of Object.entries(files)) {
        const response = await fetch(`${url}/embed/${version}/${name}`, {
          headers: { origin: 'https://app.example' },
        })
        const hash = createHash('sha384').update(new Uint8Array(await response.arrayBuffer()))
        expect(`sha384-${hash.digest('base64')}`, `${version}/${name}`).toBe(integrity)
        expect(response.headers.get('access-control-allow-origin')).toBe('*')
        expect(response.headers.get('cache-control')).toContain('immutable')
      }

    const [newest = ''] = Object.keys(versions)
    const [tag = ''] = /<script src=.*<\/script>/.exec(runCommand('--portal', url)) ?? []
    const origin = `http://app.other.localhost:${(server.address() as AddressInfo).port}`
    const versionOnPage = async (script: string) => {
      html = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">${script}`
      await page.goto(origin)
      return page.evaluate(() => (globalThis as { KerfEmbed?: { version: string } }).KerfEmbed?.version)
    }
    expect(await versionOnPage(tag)).toBe(newest)
    expectConsole(/integrity/)
    expect(await versionOnPage(tag.replace('sha384-', 'sha384-AAAA'))).toBeUndefined()
  },
)

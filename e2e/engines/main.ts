/** Tries the portal in the browser engines of this machine. Prints the table of docs/embedding.md, and why engines were skipped. */
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { findInstalledChromium } from '../lib/browser/installed-chromium.ts'
import { newPerson } from '../lib/people.ts'
import { startProduct } from '../lib/product.ts'
import { CHECKS, type Check, type Site } from './checks.ts'
import { closeDisplay } from './display.ts'
import type { CheckName, Engine } from './engine.ts'
import { puppeteerEngine } from './puppeteer.ts'
import { qtEngine } from './qt.ts'
import { webkitEngine, wxEngine } from './webkit.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tools: { type: 'string', default: '' }, check: { type: 'string' } },
})

const firefox = (name: string, executablePath: string): Engine =>
  puppeteerEngine({ name, browser: 'firefox', executablePath, tools: values.tools })

/** Further Firefox versions, unpacked by `--install`: folders `firefox-<version>`. */
const unpackedFirefox = (existsSync(values.tools) ? readdirSync(values.tools) : [])
  .filter(name => name.startsWith('firefox-'))
  .map(name =>
    firefox(
      `Firefox ESR ${name.slice('firefox-'.length)}`,
      `${values.tools}/${name}/usr/lib/firefox-esr/firefox-esr`,
    ),
  )

const ENGINES: readonly Engine[] = [
  puppeteerEngine({
    name: 'Chromium',
    browser: 'chrome',
    executablePath: findInstalledChromium() ?? '/usr/bin/chromium',
    tools: values.tools,
  }),
  firefox('Firefox ESR', '/usr/bin/firefox-esr'),
  ...unpackedFirefox,
  qtEngine('Qt 6 WebEngine', 'PyQt6'),
  qtEngine('Qt 5 WebEngine', 'PyQt5'),
  webkitEngine,
  wxEngine,
]

/** Serves pages of a host on another site: `/?body=…`. */
async function serveHost() {
  const server = createServer((request, response) => {
    const body = new URL(request.url ?? '/', 'http://host').searchParams.get('body')
    response.writeHead(body === null ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(body === null ? '' : `<!doctype html><meta charset="utf-8"><title>Host</title><body>${body}`)
  })
  server.listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (body: string) => `http://host.other.localhost:${port}/?${new URLSearchParams({ body })}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

type Cell = 'ok' | 'failed'

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function main(): Promise<number> {
  const wanted = ENGINES.filter(
    ({ name }) =>
      positionals.length === 0 || positionals.some(part => name.toLowerCase().includes(part.toLowerCase())),
  )
  const checks = (Object.entries(CHECKS) as [CheckName, Check][]).filter(
    ([name]) => values.check === undefined || name === values.check,
  )
  const host = await serveHost()
  const product = await startProduct({ HUMAN_CHECK: 'off', DEV_ORIGINS: new URL(host.url('')).origin })
  const site: Site = {
    portal: product.samples.portal,
    host: host.url,
    newPerson: () => newPerson(product.url),
  }
  const failures: string[] = []
  const rows: string[] = []
  const skipped: string[] = []
  try {
    for (const engine of wanted) {
      let version: string
      try {
        version = await engine.version()
      } catch (error) {
        skipped.push(`${engine.name}: ${messageOf(error)}`)
        continue
      }
      console.error(`── ${engine.name}: ${version}`)
      const cells: string[] = []
      for (const [name, check] of checks) {
        if (engine.checks && !engine.checks.includes(name)) {
          cells.push('–')
          continue
        }
        const row: Cell[] = []
        for (const cookies of engine.cookies) {
          const startedAt = Date.now()
          let cell: Cell = 'ok'
          try {
            await check(engine, cookies, site)
          } catch (error) {
            cell = 'failed'
            failures.push(`${engine.name}, ${name}, cookies ${cookies}: ${messageOf(error)}`)
          }
          row.push(cell)
          const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
          console.error(`  ${cell.padEnd(6)} ${name}, cookies ${cookies} (${seconds} s)`)
        }
        cells.push(row.join(' / '))
      }
      rows.push(`| ${version} | ${cells.join(' | ')} |`)
    }
  } finally {
    host.close()
    await closeDisplay()
    await product.close()
  }
  console.log(`| engine | ${checks.map(([name]) => name).join(' | ')} |`)
  console.log(`|---|${checks.map(() => '---|').join('')}`)
  for (const row of rows) console.log(row)
  console.log('\nEach cell: third-party cookies allowed / blocked.')
  for (const engine of skipped) console.log(`SKIPPED ${engine}`)
  for (const failure of failures) console.log(`FAILED ${failure}`)
  if (rows.length === 0)
    console.log('No engine was tried. `npm run engines -- --install` installs them on Debian.')
  return failures.length === 0 && rows.length > 0 ? 0 : 1
}

process.exitCode = await main()

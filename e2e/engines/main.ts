/** Tries the portal in the browser engines of this machine and prints the table of docs/embedding.md. */
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { newPerson } from '../lib/people.ts'
import { startProduct } from '../lib/product.ts'
import { CHECKS, type Site } from './checks.ts'
import type { Engine, ThirdPartyCookies } from './engine.ts'
import { puppeteerEngine } from './puppeteer.ts'
import { qtEngine } from './qt.ts'
import { webkitEngine } from './webkit.ts'

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
    executablePath: '/usr/bin/chromium',
    tools: values.tools,
  }),
  firefox('Firefox ESR', '/usr/bin/firefox-esr'),
  ...unpackedFirefox,
  qtEngine('Qt 6 WebEngine', 'PyQt6'),
  qtEngine('Qt 5 WebEngine', 'PyQt5'),
  webkitEngine,
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

async function main(): Promise<number> {
  const wanted = ENGINES.filter(
    ({ name }) =>
      positionals.length === 0 || positionals.some(part => name.toLowerCase().includes(part.toLowerCase())),
  )
  const checks = Object.entries(CHECKS).filter(
    ([name]) => values.check === undefined || name === values.check,
  )
  const product = await startProduct({ HUMAN_CHECK: 'off' })
  const host = await serveHost()
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
      const version = await engine.version()
      if (version === undefined) {
        skipped.push(engine.name)
        continue
      }
      console.error(`── ${engine.name}: ${version}`)
      const cells: Partial<Record<ThirdPartyCookies, Cell>>[] = []
      for (const [name, check] of checks) {
        const row: Partial<Record<ThirdPartyCookies, Cell>> = {}
        for (const cookies of engine.cookies) {
          const startedAt = Date.now()
          try {
            await check(engine, cookies, site)
            row[cookies] = 'ok'
          } catch (error) {
            row[cookies] = 'failed'
            failures.push(
              `${engine.name}, ${name}, cookies ${cookies}: ${error instanceof Error ? error.message : error}`,
            )
          }
          console.error(
            `  ${row[cookies]?.padEnd(6)} ${name}, cookies ${cookies} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`,
          )
        }
        cells.push(row)
      }
      rows.push(
        `| ${version} | ${cells.map(row => engine.cookies.map(cookies => row[cookies]).join(' / ')).join(' | ')} |`,
      )
    }
  } finally {
    host.close()
    await product.close()
  }
  console.log(`| engine | ${checks.map(([name]) => name).join(' | ')} |`)
  console.log(`|---|${checks.map(() => '---|').join('')}`)
  for (const row of rows) console.log(row)
  console.log('\nEach cell: third-party cookies allowed / blocked.')
  if (skipped.length > 0) console.log(`Skipped, not installed: ${skipped.join(', ')}.`)
  for (const failure of failures) console.log(`FAILED ${failure}`)
  return failures.length === 0 ? 0 : 1
}

process.exitCode = await main()

/** What a page loads, by the browser's own log, and what of it crosses the wire. */
import { get } from 'node:http'
import { browser } from './open.ts'

export interface Loaded {
  readonly url: string
  readonly kind: 'html' | 'script' | 'style' | 'picture' | 'other'
  /** came once the page could be used already: what a visitor does not wait for */
  readonly late: boolean
}

const KINDS: Readonly<Record<string, Loaded['kind']>> = {
  Document: 'html',
  Script: 'script',
  Stylesheet: 'style',
  Image: 'picture',
}
/** Quiet for so long, a page has loaded all it loads by itself. */
const QUIET = 1_500

export async function loadedBy(url: string): Promise<Loaded[]> {
  const context = await (await browser()).newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const log = await context.newCDPSession(page)
  const loaded = new Map<string, Loaded>()
  let usable = false
  await log.send('Network.enable')
  log.on('Network.responseReceived', ({ response, type }) => {
    if (response.url.startsWith('http'))
      loaded.set(response.url, { url: response.url, kind: KINDS[type] ?? 'other', late: usable })
  })
  const answer = await page.goto(url, { waitUntil: 'load' })
  if (answer?.status() !== 200) throw new Error(`${url} answers ${answer?.status()}`)
  // React marks what it has taken over.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some(key => key.startsWith('__react')),
  )
  usable = true
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(QUIET)
  await context.close()
  return [...loaded.values()]
}

export interface Sent {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** An answer as it crosses the wire, still compressed. */
export function sentFor(url: string, encoding: 'gzip' | 'br'): Promise<Sent> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, answer => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const)
        resolve({ headers: Object.fromEntries(headers), body: Buffer.concat(chunks) })
      })
    }).on('error', reject)
  })
}

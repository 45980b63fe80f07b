/** Records the files that a page loads, and fetches them in their compressed form. */
import { get } from 'node:http'
import { sharedBrowser } from './shared-browser.ts'

export interface LoadedFile {
  readonly url: string
  readonly kind: 'html' | 'script' | 'style' | 'picture' | 'font' | 'other'
  /** loaded after hydration: a visitor does not wait for it */
  readonly late: boolean
}

const KINDS: Readonly<Record<string, LoadedFile['kind']>> = {
  Document: 'html',
  Script: 'script',
  Stylesheet: 'style',
  Image: 'picture',
  Font: 'font',
}
/** Time after the last request at which a page counts as loaded. */
const IDLE_MS = 1_500

export async function recordLoadedFiles(url: string): Promise<LoadedFile[]> {
  const context = await (await sharedBrowser()).newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const loaded = new Map<string, LoadedFile>()
  let hydrated = false
  await devtools.send('Network.enable')
  devtools.on('Network.responseReceived', ({ response, type }) => {
    if (response.url.startsWith('http'))
      loaded.set(response.url, { url: response.url, kind: KINDS[type] ?? 'other', late: hydrated })
  })
  const response = await page.goto(url, { waitUntil: 'load' })
  if (response?.status() !== 200) throw new Error(`${url} responded with ${response?.status()}`)
  // React marks each element that it has hydrated.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some(key => key.startsWith('__react')),
  )
  hydrated = true
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(IDLE_MS)
  await context.close()
  return [...loaded.values()]
}

export interface EncodedResponse {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Fetches a response without decompressing it. */
/** Other clients get the page for old browsers, which is larger. */
const CURRENT_BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

export function fetchEncoded(url: string, encoding: 'gzip' | 'br'): Promise<EncodedResponse> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding, 'user-agent': CURRENT_BROWSER } }, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const headers = Object.entries(response.headers).map(
          ([name, value]) => [name, String(value)] as const,
        )
        resolve({ headers: Object.fromEntries(headers), body: Buffer.concat(chunks) })
      })
    }).on('error', reject)
  })
}

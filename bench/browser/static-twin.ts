/** The page without its scripts, as files: the same HTML, CSS and pictures, the same compression and headers. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { temporaryFolder } from '../harness/installation.ts'
import { startReference } from '../harness/server-process.ts'
import type { Answers } from '../references/static-page-server.ts'
import { loadedBy, type Sent, sentFor } from './network-log.ts'

const SCRIPTS = /<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*\brel="?modulepreload"?[^>]*>/g

/** `application/json` blocks are data, but data for scripts: they go too. */
function withoutScripts({ headers, body }: Sent): Sent {
  const html = (headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body).toString()
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  const bare = brotliCompressSync(html.replace(SCRIPTS, ''), { params })
  return {
    headers: { ...headers, 'content-encoding': 'br', 'content-length': String(bare.length) },
    body: bare,
  }
}

const BY_HTTP = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding'])

export async function startStaticTwin(url: string): Promise<{ url: string; stop(): Promise<void> }> {
  const answers: Record<string, Answers[string]> = {}
  for (const { url: part, kind } of await loadedBy(url)) {
    if (kind === 'script' || kind === 'other') continue
    const sent = await sentFor(part, 'br')
    const { headers, body } = kind === 'html' ? withoutScripts(sent) : sent
    const { pathname, search } = new URL(part)
    answers[pathname + search] = {
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !BY_HTTP.has(name))),
      body: body.toString('base64'),
    }
  }
  const file = join(temporaryFolder(), 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  return startReference(new URL('../references/static-page-server.ts', import.meta.url), [file])
}

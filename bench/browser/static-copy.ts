/** Serves a copy of a page without its scripts: the same HTML, CSS and images with the same compression and headers. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { createTemporaryFolder } from '../harness/installation.ts'
import { startReference } from '../harness/server-process.ts'
import type { StoredResponses } from '../references/static-page-server.ts'
import { type EncodedResponse, fetchEncoded, recordLoadedFiles } from './network-log.ts'

const SCRIPT_TAGS = /<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*\brel="?modulepreload"?[^>]*>/g

/** Also removes `application/json` blocks: only scripts read them. */
function withoutScripts({ headers, body }: EncodedResponse): EncodedResponse {
  const html = (headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body).toString()
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  const compressed = brotliCompressSync(html.replace(SCRIPT_TAGS, ''), { params })
  return {
    headers: { ...headers, 'content-encoding': 'br', 'content-length': String(compressed.length) },
    body: compressed,
  }
}

/** Set by the HTTP layer on every response. */
const TRANSPORT_HEADERS = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding'])

export async function startStaticCopy(url: string): Promise<{ url: string; stop(): Promise<void> }> {
  const responses: Record<string, StoredResponses[string]> = {}
  for (const { url: fileUrl, kind } of await recordLoadedFiles(url)) {
    if (kind === 'script' || kind === 'other') continue
    const encoded = await fetchEncoded(fileUrl, 'br')
    const { headers, body } = kind === 'html' ? withoutScripts(encoded) : encoded
    const { pathname, search } = new URL(fileUrl)
    responses[pathname + search] = {
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !TRANSPORT_HEADERS.has(name))),
      body: body.toString('base64'),
    }
  }
  const file = join(createTemporaryFolder(), 'responses.json')
  writeFileSync(file, JSON.stringify(responses))
  return startReference(new URL('../references/static-page-server.ts', import.meta.url), [file])
}

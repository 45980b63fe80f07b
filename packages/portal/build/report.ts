/** Prints the size in bytes of the first load of each visitor page. `--json` prints one JSON value. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { BuiltPages } from '@kerf/contract/page-template'
import { dist } from './paths.ts'

export interface Size {
  readonly raw: number
  readonly gzip: number
  readonly brotli: number
}

const none: Size = { raw: 0, gzip: 0, brotli: 0 }

const sizeOf = (content: Buffer): Size => ({
  raw: content.length,
  gzip: gzipSync(content, { level: 9 }).length,
  brotli: brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length,
})

const sum = (a: Size, b: Size): Size => ({
  raw: a.raw + b.raw,
  gzip: a.gzip + b.gzip,
  brotli: a.brotli + b.brotli,
})

/** Returns the sizes of the document and of its scripts by page (`en/login`). Each file is compressed separately. */
export async function measurePages(): Promise<Record<string, { html: Size; scripts: Size; files: number }>> {
  const { pages }: BuiltPages = JSON.parse(await readFile(join(dist, 'pages/pages.json'), 'utf8'))
  const measured = Object.entries(pages).map(async ([name, { file }]) => {
    const html = await readFile(join(dist, 'pages', file))
    const scripts = [...html.toString().matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(
      found => found[1] ?? '',
    )
    const sizes = await Promise.all(scripts.map(async script => sizeOf(await readFile(join(dist, script)))))
    return [name, { html: sizeOf(html), scripts: sizes.reduce(sum, none), files: scripts.length }] as const
  })
  return Object.fromEntries(await Promise.all(measured))
}

if (import.meta.main) {
  const pages = await measurePages()
  if (process.argv.includes('--json')) console.log(JSON.stringify(pages))
  else {
    console.log('page                    html gz    html br   scripts gz  scripts br  files')
    for (const [name, { html, scripts, files }] of Object.entries(pages)) {
      const numbers = [html.gzip, html.brotli, scripts.gzip, scripts.brotli, files]
      console.log(name.padEnd(20) + numbers.map(number => String(number).padStart(11)).join(''))
    }
  }
}

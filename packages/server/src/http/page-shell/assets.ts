/** The portal's scripts and sheets, held in memory in all their forms; their names hold their hashes. */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Encoded } from './encoded.ts'

export interface Asset {
  readonly type: string
  readonly body: Encoded
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.ts': 'text/plain; charset=utf-8',
}

/** By file name. What has no type here is not served: no source map, no dot file (S-128). */
export async function readAssets(portalFolder: string, sub: string): Promise<ReadonlyMap<string, Asset>> {
  const folder = join(portalFolder, sub)
  const names = await readdir(folder).catch((): string[] => [])
  const form = async (name: string) => (names.includes(name) ? readFile(join(folder, name)) : undefined)
  const assets = names.map(async name => {
    const type = TYPES[extname(name)]
    if (type === undefined) return undefined
    const [plain, br, gzip] = await Promise.all([
      readFile(join(folder, name)),
      form(`${name}.br`),
      form(`${name}.gz`),
    ])
    return [name, { type, body: { plain, br, gzip } }] as const
  })
  return new Map((await Promise.all(assets)).filter(asset => asset !== undefined))
}

/** The portal's scripts and style sheets, in memory, so that the files of a new version may replace them. Names of assets contain content hashes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { decodeLazily, type EncodedBody } from './encoded-body.ts'

export interface Asset {
  readonly type: string
  readonly body: EncodedBody
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
  '.wasm': 'application/wasm',
}

/**
 * Reads the assets of a folder, by file name. A file whose extension is not listed above is not served, for example a
 * source map or a dot file (S-128). Synchronous reads take a fifth of the time for hundreds of small files; they run at
 * start, before the server accepts requests.
 */
export function readAssets(portalFolder: string, sub: string): ReadonlyMap<string, Asset> {
  const folder = join(portalFolder, sub)
  const names = new Set(existsSync(folder) ? readdirSync(folder) : [])
  const read = (name: string) => readFileSync(join(folder, name))
  const assets = new Map<string, Asset>()
  for (const name of names) {
    const type = TYPES[extname(name)]
    if (type === undefined) continue
    const compressed = `${name}.br`
    const body = names.has(compressed)
      ? decodeLazily(read(compressed))
      : { plain: read(name), br: undefined, gzip: undefined }
    assets.set(name, { type, body })
  }
  return assets
}

const RELEASE = /^\d+\.\d+\.\d+$/

/** The SDK for host pages: the latest build by file name, and every release by `version/file`. */
export function readEmbed(portalFolder: string): ReadonlyMap<string, Asset> {
  const folder = join(portalFolder, 'embed')
  const releases = existsSync(folder) ? readdirSync(folder).filter(name => RELEASE.test(name)) : []
  const released = releases.flatMap(version =>
    Array.from(readAssets(folder, version), ([name, asset]) => [`${version}/${name}`, asset] as const),
  )
  return new Map([...readAssets(portalFolder, 'embed'), ...released])
}

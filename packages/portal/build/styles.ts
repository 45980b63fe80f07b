/** Which style sheets and scripts a page needs, by the build's manifest. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from 'vite'
import { browserEntry, dist } from './paths.ts'

export async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'))
}

export interface PageFiles {
  readonly entry: string
  /** what the page's script will import, without the entry */
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

/** Files of the entry and the given modules with everything they import statically, each once, in loading order. */
export function filesOf(manifest: Manifest, modules: readonly string[]): PageFiles {
  const seen = new Set<string>()
  const styles = new Set<string>()
  const walk = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not in the manifest`)
    if (seen.has(chunk.file)) return
    for (const imported of chunk.imports ?? []) walk(imported)
    seen.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
  }
  walk(browserEntry)
  for (const module of modules) walk(module)
  const entry = manifest[browserEntry]?.file ?? ''
  return { entry, scripts: [...seen].filter(file => file !== entry), styles: [...styles] }
}

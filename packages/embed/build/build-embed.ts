/** Builds the package: the SDK as a module, as a script tag's file, and its types, which import nothing. */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig } from 'vite'
import { bundleTypes } from './bundle-types.ts'
import { copyReleases, TYPES_FILE } from './releases.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const EMBED_DIST = at('../dist')

/** As in the portal's `vite-config.ts`: what ES2022 has and the oldest browsers lack, `supported-syntax.ts` forbids. */
const target = 'es2022'

const config = (outDir: string, format: 'es' | 'iife', file: string): InlineConfig => ({
  root: at('..'),
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: 'warn',
  mode: 'production',
  build: {
    target,
    outDir,
    emptyOutDir: false,
    lib: { entry: at('../src/index.ts'), formats: [format], name: 'KerfEmbed', fileName: () => file },
    // Vite keeps the white space of a module that others may bundle; this one is also loaded as it is.
    minify: 'oxc',
    rolldownOptions: { output: { minify: true } },
  },
})

export async function buildEmbed(outDir = EMBED_DIST): Promise<void> {
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  await build(config(outDir, 'es', 'kerf-embed.js'))
  await build(config(outDir, 'iife', 'kerf-embed.global.js'))
  await writeFile(join(outDir, TYPES_FILE), bundleTypes(at('../src/index.ts')))
  const { length } = await readFile(join(outDir, 'kerf-embed.js'))
  if (length === 0) throw new Error('the SDK came out empty')
}

/** Builds the package and copies it, and every release, into the folder that the portal serves. Returns its folders. */
export async function buildServedEmbed(outDir: string): Promise<readonly string[]> {
  await buildEmbed()
  await cp(EMBED_DIST, outDir, { recursive: true })
  return [outDir, ...(await copyReleases(outDir))]
}

if (import.meta.main) await buildEmbed()

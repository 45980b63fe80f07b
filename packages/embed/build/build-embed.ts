/** Builds the SDK as a module, as a script tag's file, and its types, which import nothing. */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

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

export async function buildEmbed(outDir: string): Promise<void> {
  await mkdir(outDir, { recursive: true })
  await build(config(outDir, 'es', 'kerf-embed.js'))
  await build(config(outDir, 'iife', 'kerf-embed.global.js'))
  await copyFile(at('../src/types.ts'), join(outDir, 'types.d.ts'))
  await writeFile(
    join(outDir, 'kerf-embed.d.ts'),
    [
      "import type { Kerf, KerfOptions, KerfRefusal } from './types.d.ts'",
      "export type * from './types.d.ts'",
      'export declare function createKerf(options: KerfOptions): Kerf',
      'export declare function refuse(reason: KerfRefusal, text?: string): Error',
      '',
    ].join('\n'),
  )
  const { length } = await readFile(join(outDir, 'kerf-embed.js'))
  if (length === 0) throw new Error('the SDK came out empty')
}

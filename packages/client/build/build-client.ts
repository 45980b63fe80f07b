/** Builds the package: one module without imports, and its types. Not minified, so that stack traces stay readable. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { bundleTypes } from '../../embed/build/bundle-types.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export async function buildClient(outDir = at('../dist')): Promise<void> {
  const entry = at('../src/index.ts')
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  // `neutral`: the code runs in Node, Bun, Deno and workers.
  const bundle = await rolldown({ input: entry, platform: 'neutral', transform: { target: 'es2022' } })
  await bundle.write({ file: join(outDir, 'kerf-client.js'), format: 'esm', comments: false })
  await bundle.close()
  await writeFile(join(outDir, 'kerf-client.d.ts'), bundleTypes(entry))
}

if (import.meta.main) await buildClient(process.argv[2])

/** Builds the console of operators into `dist/`: a page, and hashed assets with compressed copies. */
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compressAssets, sharedConfig } from '@kerf/portal/build'
import { build } from 'vite'

process.env.NODE_ENV = 'production'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const [root, dist, staging] = [at('..'), at('../dist'), at('../../../.cache/console-staging')]
const ENTRY = 'src/entry.tsx'

await build({
  ...sharedConfig,
  root,
  build: {
    target: 'es2022',
    outDir: staging,
    emptyOutDir: true,
    manifest: true,
    // The page's policy allows no `data:` but pictures, and no inline style.
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: { input: join(root, ENTRY) },
  },
})

type Manifest = Record<string, { readonly file: string; readonly css?: readonly string[] }>
const manifest = JSON.parse(await readFile(join(staging, '.vite/manifest.json'), 'utf8')) as Manifest
const entry = manifest[ENTRY]
const styles = (await readdir(join(staging, 'assets'))).filter(name => name.endsWith('.css'))
if (!entry || styles.length !== 1) throw new Error('the console was not built')
await writeFile(
  join(staging, 'index.html'),
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Kerf Console</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/${styles[0]}">
<script type="module" src="/${entry.file}"></script>
</head>
<body><div id="root"></div></body>
</html>
`,
)
await compressAssets(join(staging, 'assets'))
await rm(join(staging, '.vite'), { recursive: true })
await rm(dist, { recursive: true, force: true })
await rename(staging, dist)

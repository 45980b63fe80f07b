/** Builds the portal into `dist/`: hashed assets with their compressed forms, and the pages the server fills in. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { compressAssets } from './compress.ts'
import { dist } from './paths.ts'
import { prerender } from './prerender.ts'
import { browserBuild, rendererBuild } from './vite-config.ts'

// React picks its development or production form by this; both builds must pick the same.
process.env.NODE_ENV = 'production'

await build(browserBuild)
await build(rendererBuild)
await prerender()
await compressAssets(join(dist, 'assets'))
// Read by the build only; it names source files.
await rm(join(dist, '.vite'), { recursive: true })

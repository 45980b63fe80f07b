/** Builds the portal into `dist/`: hashed assets with their compressed forms, and the pages the server fills in. */
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { buildEmbed } from '../../embed/build/build-embed.ts'
import { buildWatchdog } from './build-watchdog.ts'
import { compressAssets } from './compress.ts'
import { buildMessagesScript } from './messages-script.ts'
import { dist, staging } from './paths.ts'
import { prerender } from './prerender.ts'
import { browserBuild, rendererBuild } from './vite-config.ts'

// React picks its development or production form by this; both builds must pick the same.
process.env.NODE_ENV = 'production'

await build(browserBuild)
await build(rendererBuild)
await prerender(await buildWatchdog())
await buildEmbed(join(staging, 'embed'))
await buildMessagesScript(join(staging, 'embed'))
await compressAssets(join(staging, 'assets'))
await compressAssets(join(staging, 'embed'))
// Read by the build only; it names source files.
await rm(join(staging, '.vite'), { recursive: true })

await rm(dist, { recursive: true, force: true })
await rename(staging, dist)

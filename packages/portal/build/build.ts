/** Builds the portal into `dist/`: hashed assets with compressed copies, and the page templates of the server. */
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { buildServedEmbed } from '../../embed/build/build-embed.ts'
import { buildScripts } from './build-scripts.ts'
import { compressAssets } from './compress.ts'
import { buildMessagesScript } from './messages-script.ts'
import { dist, staging } from './paths.ts'
import { prerender } from './prerender.ts'
import { assertSupportedSyntax } from './supported-syntax.ts'
import { browserBuild, rendererBuild, scannerBuild } from './vite-config.ts'

// Selects React's production build. The browser build and the renderer build must use the same one.
process.env.NODE_ENV = 'production'

await build(browserBuild)
await build(scannerBuild)
await build(rendererBuild)
await prerender(await buildScripts())
const embedFolders = await buildServedEmbed(join(staging, 'embed'))
await buildMessagesScript(join(staging, 'embed'))
for (const folder of ['assets', 'embed']) await assertSupportedSyntax(join(staging, folder))
await compressAssets(join(staging, 'assets'))
for (const folder of embedFolders) await compressAssets(folder)
// The manifest is used only by the build, and contains paths of source files.
await rm(join(staging, '.vite'), { recursive: true })

await rm(dist, { recursive: true, force: true })
await rename(staging, dist)

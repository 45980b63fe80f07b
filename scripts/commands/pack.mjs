import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureInstalled } from '../bootstrap/install.mjs'
import { npm } from '../bootstrap/npm.mjs'
import { root } from '../bootstrap/paths.mjs'
import { runNode } from '../bootstrap/run-node.mjs'
import { ensureBuilt } from '../build/build.mjs'

const BUILDS = { 'packages/embed': 'build/build-embed.ts', 'packages/client': 'build/build-client.ts' }
const WRITE_OPENAPI = 'packages/server/src/demo/api-reference/write-openapi.ts'

/** npm's name of the archive: `@kerf/embed` 1.0.0 is `kerf-embed-1.0.0.tgz`. */
function archiveName(workspace) {
  const { name, version } = JSON.parse(readFileSync(`${root}/${workspace}/package.json`, 'utf8'))
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
}

/**
 * Builds the packages for host apps and packs one archive each into a folder, by default `dist`. Writes the OpenAPI document
 * beside them. Prints the paths.
 */
export async function run([to = `${root}/dist`]) {
  const folder = resolve(to)
  await ensureInstalled('product')
  await ensureBuilt('texts')
  mkdirSync(folder, { recursive: true })
  const openApi = join(folder, 'openapi.json')
  const builds = Object.entries(BUILDS).map(([workspace, script]) => [`${workspace}/${script}`])
  for (const build of [...builds, [WRITE_OPENAPI, openApi]]) {
    const code = await runNode(build)
    if (code !== 0) return code
  }
  const workspaces = Object.keys(BUILDS)
  await npm(['pack', ...workspaces.map(name => `--workspace=${name}`), `--pack-destination=${folder}`], {
    failureText: 'The packages could not be packed.',
  })
  for (const workspace of workspaces) console.log(join(folder, archiveName(workspace)))
  console.log(openApi)
  return 0
}

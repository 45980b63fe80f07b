import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureInstalled } from '../bootstrap/install.mjs'
import { npm } from '../bootstrap/npm.mjs'
import { root } from '../bootstrap/paths.mjs'
import { runNode } from '../bootstrap/run-node.mjs'

const BUILDS = { 'packages/embed': 'build/build-embed.ts', 'packages/client': 'build/build-client.ts' }

/** npm's name of the archive: `@kerf/embed` 1.0.0 is `kerf-embed-1.0.0.tgz`. */
function archiveName(workspace) {
  const { name, version } = JSON.parse(readFileSync(`${root}/${workspace}/package.json`, 'utf8'))
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
}

/** Builds the packages for host apps and packs one archive each into a folder, by default `dist`. Prints their paths. */
export async function run([to = `${root}/dist`]) {
  const folder = resolve(to)
  await ensureInstalled('product')
  for (const [workspace, script] of Object.entries(BUILDS)) {
    const code = await runNode([`${workspace}/${script}`])
    if (code !== 0) return code
  }
  mkdirSync(folder, { recursive: true })
  const workspaces = Object.keys(BUILDS)
  await npm(['pack', ...workspaces.map(name => `--workspace=${name}`), `--pack-destination=${folder}`], {
    failureText: 'The packages could not be packed.',
  })
  for (const workspace of workspaces) console.log(join(folder, archiveName(workspace)))
  return 0
}

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ensureInstalled } from '../bootstrap/install.mjs'
import { npm } from '../bootstrap/npm.mjs'
import { root } from '../bootstrap/paths.mjs'
import { runNode } from '../bootstrap/run-node.mjs'
import { ensureBuilt } from '../build/build.mjs'

const BUILDS = { 'packages/embed': 'build/build-embed.ts', 'packages/client': 'build/build-client.ts' }
const WRITE_OPENAPI = 'packages/server/src/demo/api-reference/write-openapi.ts'

/** npm's name of the archive: `@kerf/embed` 1.0.0 is `kerf-embed-1.0.0.tgz`. */
const archiveName = ({ name, version }) => `${name.replace('@', '').replace('/', '-')}-${version}.tgz`

/** What is published: without the sources, which only this repository imports, and without what only its build needs. */
function writePublished(workspace, folder) {
  const { devDependencies, exports, ...manifest } = JSON.parse(
    readFileSync(`${root}/${workspace}/package.json`, 'utf8'),
  )
  const published = Object.entries(exports).flatMap(([path, target]) => {
    const { 'kerf-source': source, ...conditions } = target
    return source === undefined || Object.keys(conditions).length > 0
      ? [[path, typeof target === 'string' ? target : conditions]]
      : []
  })
  for (const name of [...manifest.files, 'README.md'])
    cpSync(`${root}/${workspace}/${name}`, join(folder, name), { recursive: true })
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ ...manifest, exports: Object.fromEntries(published) }),
  )
  return manifest
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
  for (const workspace of Object.keys(BUILDS)) {
    const published = mkdtempSync(join(tmpdir(), 'kerf-pack-'))
    const manifest = writePublished(workspace, published)
    await npm(['pack', published, `--pack-destination=${folder}`], {
      failureText: 'The packages could not be packed.',
    })
    rmSync(published, { recursive: true })
    console.log(join(folder, archiveName(manifest)))
  }
  console.log(openApi)
  return 0
}

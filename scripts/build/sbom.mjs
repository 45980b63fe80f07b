/**
 * Writes `sbom.cdx.json`, the software bill of materials of a build (CycloneDX 1.6), from the lock file alone: no time, no
 * serial number and no path of this machine, so that the same sources give the same file (S-127).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { resolveEntry } from '../bootstrap/lock-file.mjs'
import { root } from '../bootstrap/paths.mjs'

export const sbomPath = `${root}/sbom.cdx.json`

/** Workspaces whose development packages are built into the scripts that browsers load. */
const BUNDLED_WORKSPACES = ['packages/portal', 'packages/embed']
/** Of those, the packages that build and are not built in. */
const BUILD_TOOLS = /^(?:@types\/.*|@vitejs\/plugin-react|lightningcss|vite)$/

const nameOf = path => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`

/** Paths of the packages whose code is part of the browser scripts. */
function findBundled(packages) {
  const found = new Set()
  const queue = BUNDLED_WORKSPACES.flatMap(folder =>
    Object.keys({ ...packages[folder]?.dependencies, ...packages[folder]?.devDependencies })
      .filter(name => !BUILD_TOOLS.test(name))
      .map(name => resolveEntry(packages, folder, name)),
  )
  for (let path = queue.pop(); path !== undefined || queue.length > 0; path = queue.pop()) {
    if (path === undefined || found.has(path) || packages[path].link) continue
    found.add(path)
    for (const name of Object.keys(packages[path].dependencies ?? {}))
      queue.push(resolveEntry(packages, path, name))
  }
  return found
}

/** `excluded` by CycloneDX's definition: used to build or test, and not part of the product. */
function scopeOf(path, entry, bundled) {
  if (bundled.has(path)) return 'required'
  if (entry.dev || entry.devOptional) return 'excluded'
  return entry.optional ? 'optional' : 'required'
}

const hashesOf = ({ integrity }) => [
  { alg: 'SHA-512', content: Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex') },
]

/** An expression needs no check against the list of identifiers: the schema accepts any text there. */
const licensesOf = ({ license }) =>
  license ? [{ expression: license.replace('MPL 2.0', 'MPL-2.0') }] : undefined

function componentOf(path, entry, bundled) {
  const name = nameOf(path)
  const [group, own] = name.startsWith('@') ? name.split('/') : [undefined, name]
  return {
    type: 'library',
    'bom-ref': path,
    ...(group && { group }),
    name: own,
    version: entry.version,
    scope: scopeOf(path, entry, bundled),
    hashes: hashesOf(entry),
    licenses: licensesOf(entry),
    purl: purlOf(entry.name ?? name, entry.version),
  }
}

function dependenciesOf(packages, path) {
  const entry = packages[path]
  const isWorkspace = !path.includes('node_modules/')
  const names = Object.keys({
    ...entry.dependencies,
    ...entry.optionalDependencies,
    ...(isWorkspace && entry.devDependencies),
  })
  const found = names.map(name => resolveEntry(packages, path, name)).filter(Boolean)
  return [
    ...new Set(found.map(target => (packages[target].link ? packages[target].resolved : target))),
  ].sort()
}

/** `lock`: the parsed lock file. */
export function createSbom(lock) {
  const { packages } = lock
  const paths = Object.keys(packages).sort()
  const installed = paths.filter(path => path.includes('node_modules/') && !packages[path].link)
  const workspaces = paths.filter(path => path !== '' && !path.includes('node_modules/'))
  const bundled = findBundled(packages)
  const own = path => ({
    type: path === '' ? 'application' : 'library',
    'bom-ref': path === '' ? lock.name : path,
    name: packages[path].name ?? path,
    version: lock.version,
  })
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: own('') },
    components: [
      ...workspaces.map(own),
      ...installed.map(path => componentOf(path, packages[path], bundled)),
    ],
    dependencies: [
      { ref: lock.name, dependsOn: [...new Set([...workspaces, ...dependenciesOf(packages, '')])].sort() },
      ...[...workspaces, ...installed].map(ref => ({ ref, dependsOn: dependenciesOf(packages, ref) })),
    ],
  }
}

export const sbomText = () =>
  `${JSON.stringify(createSbom(JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8'))), null, 2)}\n`

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(sbomPath, sbomText())

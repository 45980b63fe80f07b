import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { logStatus } from './log-status.mjs'
import { cacheDir, root } from './paths.mjs'
import { UserError } from './user-error.mjs'

const SHOWN_LINES_MAX = 30

/** Settings of the caller's environment that would change what npm installs. */
const IGNORED_SETTINGS = [
  'NODE_ENV',
  'npm_config_omit',
  'npm_config_include',
  'npm_config_production',
  'npm_config_workspace',
  'npm_config_workspaces',
  'npm_config_include_workspace_root',
]

/** npm's program file: the npm that runs this script, else the one installed with this Node, else the one on the PATH. */
function findNpm() {
  const bin = dirname(process.execPath)
  const candidates = [
    /npm-cli\.js$/.test(process.env.npm_execpath ?? '') ? process.env.npm_execpath : undefined,
    join(bin, '../lib/node_modules/npm/bin/npm-cli.js'),
    join(bin, 'node_modules/npm/bin/npm-cli.js'),
    '/usr/share/nodejs/npm/bin/npm-cli.js',
    ...(process.env.PATH ?? '').split(delimiter).map(folder => realpathOrUndefined(join(folder, 'npm'))),
  ]
  const found = candidates.find(path => path?.endsWith('.js') && existsSync(path))
  if (!found)
    throw new UserError('npm was not found next to this Node. Install npm, or run "npm ci" yourself.')
  return found
}

function realpathOrUndefined(path) {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** npm caches downloads in the home folder. Where that folder is not writable, the cache is in the repository. */
function cacheArguments() {
  const usual = process.env.npm_config_cache ?? join(homedir(), '.npm')
  try {
    mkdirSync(usual, { recursive: true })
    accessSync(usual, constants.W_OK)
    return []
  } catch {
    return ['--cache', `${cacheDir}/npm`]
  }
}

/** Runs npm once. Returns its output if it fails. */
async function runNpm(args, onSpawn) {
  const env = { ...process.env }
  for (const key of IGNORED_SETTINGS) delete env[key]
  const child = spawn(
    process.execPath,
    [findNpm(), ...args, '--no-audit', '--no-fund', '--loglevel=error', ...cacheArguments()],
    { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  onSpawn?.(child.pid)
  const stop = signal => {
    child.kill(signal)
    process.exit(signal === 'SIGINT' ? 130 : 143)
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  const code = await new Promise(resolve => child.once('close', resolve))
  process.off('SIGINT', stop).off('SIGTERM', stop)
  return code === 0 ? undefined : output
}

/**
 * Runs npm silently; prints its output only when it fails. Calls `onSpawn` with the pid of each try. The lock file names versions
 * and hashes and no addresses, so npm reads the registry's document of every package. The first try uses cached documents without
 * asking whether they are current, which saves a request for each. It fails if one is older than the lock file; the second try asks.
 */
export async function npm(args, { onSpawn, failureText }) {
  if ((await runNpm([...args, '--prefer-offline'], onSpawn)) === undefined) return
  const output = await runNpm(args, onSpawn)
  if (output === undefined) return
  logStatus(output.trimEnd().split('\n').slice(0, SHOWN_LINES_MAX).join('\n'))
  throw new UserError(failureText)
}

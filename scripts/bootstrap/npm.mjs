import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { cacheDir, root } from './paths.mjs'
import { Refusal } from './refusal.mjs'
import { say } from './say.mjs'

const shownLines = 30

/** npm's own program file: the npm that started us, else the one that came with this Node, else PATH's. */
function findNpm() {
  const bin = dirname(process.execPath)
  const candidates = [
    /npm-cli\.js$/.test(process.env.npm_execpath ?? '') ? process.env.npm_execpath : undefined,
    join(bin, '../lib/node_modules/npm/bin/npm-cli.js'),
    join(bin, 'node_modules/npm/bin/npm-cli.js'),
    '/usr/share/nodejs/npm/bin/npm-cli.js',
    ...(process.env.PATH ?? '').split(delimiter).map(folder => realpathOf(join(folder, 'npm'))),
  ]
  const found = candidates.find(path => path?.endsWith('.js') && existsSync(path))
  if (!found) throw new Refusal('npm was not found beside this Node: install it, or run "npm ci" yourself.')
  return found
}

function realpathOf(path) {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** npm keeps downloads in the home folder; where that cannot be written, in the checkout. */
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

/**
 * Runs npm silently; its output is shown only if it fails. `onSpawn` gets the pid.
 * The options a caller's environment may carry (production mode, omitted kinds) do not change the outcome.
 */
export async function npm(args, { onSpawn, failure }) {
  const env = { ...process.env }
  for (const key of ['NODE_ENV', 'npm_config_omit', 'npm_config_include', 'npm_config_production'])
    delete env[key]
  const child = spawn(
    process.execPath,
    [findNpm(), ...args, '--no-audit', '--no-fund', '--loglevel=error', ...cacheArguments()],
    {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
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
  if (code === 0) return
  say(output.trimEnd().split('\n').slice(0, shownLines).join('\n'))
  throw new Refusal(failure)
}

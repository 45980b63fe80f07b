import { existsSync } from 'node:fs'
import { ensureInstalled } from '../bootstrap/install.mjs'
import { cacheDir } from '../bootstrap/paths.mjs'
import { runNode } from '../bootstrap/run-node.mjs'
import { ensureBuilt } from '../build/build.mjs'
import { installEngines } from '../engines/install.mjs'

/**
 * Tries the portal in the browser engines of this machine. `--install` installs the engines (Debian, as root) and the remote control;
 * other arguments are parts of engines' names, and `--check page|frame|window|messages|bridge|scanner`.
 */
export async function run(args) {
  const tools = process.env.KERF_ENGINES || `${cacheDir}/engines`
  await ensureInstalled('complete')
  if (args.includes('--install')) installEngines(tools)
  await ensureBuilt()
  const rest = args.filter(argument => argument !== '--install')
  const support = await checkSupport(tools)
  const engines = await runNode(['e2e/engines/main.ts', '--tools', tools, ...rest])
  return support || engines
}

/** Compares the build with the compatibility data of browsers, if `--install` has brought it. */
async function checkSupport(tools) {
  if (existsSync(`${tools}/node_modules/@mdn/browser-compat-data`))
    return runNode(['e2e/engines/check-support.ts', '--tools', tools])
  console.error(
    'SKIPPED the comparison with compatibility data: not installed. `npm run engines -- --install` brings it.',
  )
  return 0
}

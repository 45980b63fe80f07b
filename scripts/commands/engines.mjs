import { existsSync } from 'node:fs'
import { ensureInstalled } from '../bootstrap/install.mjs'
import { cacheDir, root } from '../bootstrap/paths.mjs'
import { runNode } from '../bootstrap/run-node.mjs'
import { ensureBuilt } from '../build/build.mjs'
import { installEngines } from '../engines/install.mjs'

/**
 * Tries the portal in the browser engines of this machine. `--install` installs the engines (Debian, as root) and the remote control;
 * other arguments are parts of engines' names, and `--check page|frame|window|messages|bridge`.
 */
export async function run(args) {
  const tools = process.env.KERF_ENGINES || `${cacheDir}/engines`
  await ensureInstalled('complete')
  if (args.includes('--install')) installEngines(tools)
  if (!existsSync(`${tools}/node_modules`)) {
    console.error('The remote control is not installed. Run `npm run engines -- --install` first.')
    return 1
  }
  await ensureBuilt()
  const rest = args.filter(argument => argument !== '--install')
  const support = await runNode(['e2e/engines/check-support.ts', '--tools', tools], { cwd: root })
  const engines = await runNode(['e2e/engines/main.ts', '--tools', tools, ...rest], { cwd: root })
  return support || engines
}

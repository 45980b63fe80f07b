import { handOver } from '../bootstrap/hand-over.mjs'
import { ensureInstalled } from '../bootstrap/install.mjs'
import { root, serverMain } from '../bootstrap/paths.mjs'
import { ensureBuilt } from '../build/build.mjs'

const vite = `${root}/node_modules/vite/bin/vite.js`

/** The development server, restarted when its sources change, beside a portal that is rebuilt when its own do. */
export async function run(args) {
  await ensureInstalled()
  await ensureBuilt()
  const children = []
  const onSpawn = child => children.push(child)
  const env = { NODE_ENV: process.env.NODE_ENV || 'development' }
  const running = [
    handOver(['--watch', '--watch-preserve-output', serverMain, ...args], { env, onSpawn }),
    handOver([vite, 'build', '--watch', `${root}/packages/portal`], { stdio: ['ignore', 2, 2], onSpawn }),
  ]
  const code = await Promise.race(running)
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(running)
  return code
}

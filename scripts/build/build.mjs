import { existsSync } from 'node:fs'
import { handOver } from '../bootstrap/hand-over.mjs'
import { withLock } from '../bootstrap/lock.mjs'
import { cacheDir, portalDist, root, serverDist } from '../bootstrap/paths.mjs'
import { Refusal } from '../bootstrap/refusal.mjs'
import { say } from '../bootstrap/say.mjs'
import { dropStamp, hashInputs, isFresh, writeStamp } from './inputs.mjs'

// The compiler leaves files of its own in locales/project.inlang: only what is written by hand counts.
const texts = ['compile.mjs', 'en', 'zh', 'error-texts.ts', 'project.inlang/settings.json'].map(
  name => `locales/${name}`,
)

const steps = {
  texts: {
    inputs: [...texts, 'package-lock.json'],
    output: `${root}/locales/generated`,
    command: ['locales/compile.mjs'],
  },
  portal: {
    inputs: [
      'packages/portal',
      'packages/contract',
      'packages/embed',
      'brands',
      ...texts,
      'package-lock.json',
    ],
    output: portalDist,
    command: ['packages/portal/build/build.ts'],
  },
  server: {
    inputs: ['packages/server', 'packages/contract', 'brands', ...texts, 'package-lock.json'],
    output: serverDist,
    command: ['packages/server/build/bundle.ts'],
  },
}

/** What a build prints goes to standard error, so that the started program owns standard output. */
async function runStep(name, { inputs, output, command }) {
  const hash = hashInputs(inputs)
  if (isFresh(name, hash, output)) return
  const began = Date.now()
  dropStamp(name)
  const env = { NODE_ENV: 'production' }
  const code = await handOver(command, { env, stdio: ['ignore', 2, 2] })
  if (code !== 0) throw new Refusal(`Building the ${name} failed (exit code ${code}).`)
  writeStamp(name, hash)
  say(`Built the ${name} in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
}

/** Brings the compiled texts, and unless `only` is 'texts' the portal and the server, up to date. */
export async function ensureBuilt(only) {
  const names = only ? [only] : Object.keys(steps)
  const stale = names.some(name => !isFresh(name, hashInputs(steps[name].inputs), steps[name].output))
  if (!stale) return
  await withLock(`${cacheDir}/build.lock`, 'Another process is building; waiting for it …', async () => {
    for (const name of names) await runStep(name, steps[name])
  })
}

/** Whether a build exists at all, fresh or not: all that a tree without development packages can have. */
export function isBuilt() {
  return Object.values(steps).every(({ output }) => existsSync(output))
}

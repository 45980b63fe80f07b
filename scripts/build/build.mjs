import { existsSync } from 'node:fs'
import { withFileLock } from '../bootstrap/file-lock.mjs'
import { logStatus } from '../bootstrap/log-status.mjs'
import { cacheDir, consoleDist, portalDist, root, serverDist } from '../bootstrap/paths.mjs'
import { runNode } from '../bootstrap/run-node.mjs'
import { UserError } from '../bootstrap/user-error.mjs'
import { hashInputs, isFresh, removeStamp, writeStamp } from './build-stamp.mjs'
import { sbomPath } from './sbom.mjs'

// The compiler writes files into locales/project.inlang: only those of the repository are inputs.
const TEXT_INPUTS = [
  'compile.mjs',
  'inlang-sdk',
  'en',
  'zh',
  'error-texts.ts',
  'project.inlang/settings.json',
].map(name => `locales/${name}`)

const STEPS = {
  texts: {
    inputs: [...TEXT_INPUTS, 'package-lock.json'],
    output: `${root}/locales/generated`,
    command: ['locales/compile.mjs'],
  },
  courses: {
    inputs: [
      'courses/courses.ts',
      'courses/draw',
      ...['laser', 'printer', 'welder'].flatMap(id => [
        `courses/${id}/lessons.ts`,
        `courses/${id}/questions.ts`,
      ]),
    ],
    output: `${root}/courses/welder/course.json`,
    command: ['courses/courses.ts'],
  },
  portal: {
    inputs: [
      'packages/portal',
      'packages/contract',
      'packages/embed',
      'brands',
      ...TEXT_INPUTS,
      'package-lock.json',
    ],
    output: portalDist,
    command: ['packages/portal/build/build.ts'],
  },
  console: {
    inputs: [
      'packages/console',
      'packages/portal/build',
      'packages/portal/src/entry-console-ui.ts',
      'packages/portal/src/features/messages',
      'packages/portal/src/lib',
      'packages/portal/src/ui',
      'packages/contract',
      ...TEXT_INPUTS,
      'package-lock.json',
    ],
    output: consoleDist,
    command: ['packages/console/build/build.ts'],
  },
  server: {
    inputs: ['packages/server', 'packages/contract', 'brands', ...TEXT_INPUTS, 'package-lock.json'],
    output: serverDist,
    command: ['packages/server/build/bundle.ts'],
  },
  sbom: {
    inputs: ['package-lock.json', 'scripts/build/sbom.mjs'],
    output: sbomPath,
    command: ['scripts/build/sbom.mjs'],
  },
}

/** A build prints to standard error, because standard output belongs to the program that is started afterwards. */
async function runStep(name, { inputs, output, command }) {
  const hash = hashInputs(inputs)
  if (isFresh(name, hash, output)) return
  const startedAt = Date.now()
  removeStamp(name)
  const env = { NODE_ENV: 'production' }
  const code = await runNode(command, { env, stdio: ['ignore', 2, 2] })
  if (code !== 0) throw new UserError(`Building the ${name} failed (exit code ${code}).`)
  writeStamp(name, hash)
  logStatus(`Built the ${name} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`)
}

const TEXTS = ['texts', 'courses']
const PARTS = { texts: TEXTS, server: [...TEXTS, 'server'] }

/** Compiles the texts and builds everything where its inputs changed; `texts` limits it to the texts, those of courses too, `server` to them and the server. */
export async function ensureBuilt(only) {
  const names = PARTS[only] ?? Object.keys(STEPS)
  const stale = names.some(name => !isFresh(name, hashInputs(STEPS[name].inputs), STEPS[name].output))
  if (!stale) return
  await withFileLock(`${cacheDir}/build.lock`, 'Another process is building; waiting for it …', async () => {
    if (names.includes('texts')) await runStep('texts', STEPS.texts)
    const steps = names.filter(name => name !== 'texts').map(name => runStep(name, STEPS[name]))
    // All have ended before the lock is released.
    await Promise.allSettled(steps)
    await Promise.all(steps)
  })
}

/** Whether every output exists, current or not. A tree without development packages cannot build again. */
export function isBuilt() {
  return Object.values(STEPS).every(({ output }) => existsSync(output))
}

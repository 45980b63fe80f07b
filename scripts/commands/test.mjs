import { readdirSync } from 'node:fs'
import { sep } from 'node:path'
import { ensureInstalled } from '../bootstrap/install.mjs'
import { root, serverMain } from '../bootstrap/paths.mjs'
import { UserError } from '../bootstrap/user-error.mjs'
import { ensureBuilt } from '../build/build.mjs'
import { reportStages } from '../test/report.mjs'
import { rerunFailed } from '../test/rerun.mjs'
import { runStage, runWork } from '../test/stage.mjs'
import { browser, components, unit } from '../test/stages.mjs'
import { runChecks } from './check.mjs'

const TEST_FOLDERS = ['packages', 'brands', 'courses', 'locales', 'scripts', 'bench', 'e2e']

const isComponentTest = path => path.endsWith('.component.test.tsx')
const isBrowserTest = path => path.startsWith('e2e/')

/** Paths of all test files, relative to the root. */
function findTestFiles() {
  return TEST_FOLDERS.flatMap(folder =>
    readdirSync(`${root}/${folder}`, { recursive: true })
      .map(name => `${folder}/${name.split(sep).join('/')}`)
      .filter(path => /\.test\.tsx?$/.test(path) && !path.includes('node_modules/')),
  )
}

const FULL = '--full'

/**
 * All stages. Most tests wait for a database, a browser or a timeout, so all of them run at the same time, and only the
 * browser tests print while they run. No test has a time limit that the load of the machine decides; those that fail beside
 * all others run once more alone.
 */
async function runAll(isFull) {
  const startedAt = Date.now()
  // What only `--full` runs is left out: browser tests by their tag, files of unit and API tests by vitest.config.ts.
  const selection = isFull ? [] : ['--grep-invert=@full']
  if (!isFull) process.env.TEST_FILES = 'sample'
  const server = await runWork('server', () => ensureBuilt('server'))
  process.env.KERF_TEST_SERVER = serverMain
  const checks = runChecks()
  const build = await runWork('build', () => ensureBuilt())
  const tests = [
    { stage: { ...unit(), quiet: true }, again: unit },
    { stage: { ...components(), quiet: true }, again: components },
    {
      stage: browser(selection),
      again: files => browser([...selection, '--trace=on', ...files]),
    },
  ]
  const first = await Promise.all(tests.map(({ stage }) => runStage(stage)))
  const results = []
  for (const [index, { again }] of tests.entries()) results.push(await rerunFailed(first[index], again))
  return reportStages([server, build, ...(await checks), ...results], startedAt)
}

/** The unit, API, component and browser tests whose path contains one of the given names. */
async function runMatching(names) {
  const files = findTestFiles().filter(path => names.some(name => path.includes(name)))
  const browserFiles = files.filter(isBrowserTest)
  const componentFiles = files.filter(isComponentTest)
  const unitFiles = files.filter(path => !isBrowserTest(path) && !isComponentTest(path))
  const stages = [
    ...(unitFiles.length > 0 ? [unit(unitFiles)] : []),
    ...(componentFiles.length > 0 ? [components(componentFiles)] : []),
    ...(browserFiles.length > 0 ? [browser(browserFiles)] : []),
  ]
  if (stages.length === 0) throw new UserError(`No test file matches ${names.join(', ')}.`)
  const startedAt = Date.now()
  await ensureBuilt(browserFiles.length > 0 ? undefined : 'texts')
  const results = []
  for (const stage of stages) results.push(await runStage(stage))
  return reportStages(results, startedAt)
}

/**
 * The checks and the tests that a change may break, with `--full` every test and every case of each corpus. With parts of file names
 * as arguments, only the tests that match.
 */
export async function run(args) {
  await ensureInstalled('complete')
  const names = args.filter(arg => arg !== FULL)
  const isFull = args.length > names.length
  if (isFull) process.env.TEST_CORPORA = 'whole'
  return names.length > 0 ? runMatching(names) : runAll(isFull)
}

import { readdirSync } from 'node:fs'
import { sep } from 'node:path'
import { ensureInstalled } from '../bootstrap/install.mjs'
import { root } from '../bootstrap/paths.mjs'
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

/** Without the tests tagged `@full`, which `npm run e2e` runs too. */
const SAMPLE = ['--grep-invert=@full']

/**
 * Everything. Most tests wait for a database, a browser or a timeout, so all of them run at the same time, and only the
 * browser tests print while they run. No test has a time limit that the load of the machine decides; those that fail beside
 * all others run once more alone.
 */
async function runAll() {
  const startedAt = Date.now()
  const texts = await runWork('texts', () => ensureBuilt('texts'))
  const checks = runChecks()
  const build = await runWork('build', () => ensureBuilt())
  const tests = [
    { stage: { ...unit(), quiet: true }, again: unit },
    { stage: { ...components(), quiet: true }, again: components },
    { stage: browser(SAMPLE), again: files => browser([...SAMPLE, '--trace=on', ...files]) },
  ]
  const first = await Promise.all(tests.map(({ stage }) => runStage(stage)))
  const results = []
  for (const [index, { again }] of tests.entries()) results.push(await rerunFailed(first[index], again))
  return reportStages([texts, build, ...(await checks), ...results], startedAt)
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

/** All tests and checks; with parts of file names as arguments, only the tests that match. */
export async function run(names) {
  await ensureInstalled('complete')
  return names.length > 0 ? runMatching(names) : runAll()
}

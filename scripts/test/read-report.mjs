import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../bootstrap/paths.mjs'
import { unhandledErrorsOf } from './unhandled-errors.mjs'

/** Title of a file that fails without a failed test: an import or a hook threw. */
export const WHOLE_FILE = 'the whole file'

/** Title of an error that occurred beside the tests of a file; vitest fails the run for it, but no test. */
export const NO_TEST = 'an error in no test'

const relative = path => path.replace(`${root}/`, '')

const firstLine = (text = '') => stripVTControlCharacters(text).split('\n')[0]

/** Tests of Playwright's report; a suite contains suites and specs. */
const playwrightTests = (suites, file) =>
  suites.flatMap(suite => [
    ...(suite.specs ?? []).map(({ title, tests }) => ({
      title,
      file: file ?? `e2e/${suite.file}`,
      outcome: tests.some(({ status }) => status === 'unexpected') ? 'failed' : undefined,
      reason: firstLine(
        tests.flatMap(({ results }) => results.map(({ error }) => error?.message)).find(Boolean),
      ),
      seconds: Math.max(...tests.flatMap(({ results }) => results.map(({ duration }) => duration))) / 1000,
    })),
    ...playwrightTests(suite.suites ?? [], file ?? `e2e/${suite.file}`),
  ])

const vitestTests = files =>
  files.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(name)
    const tests = assertionResults.map(result => ({
      title: result.fullName,
      file,
      seconds: (result.duration ?? 0) / 1000,
      outcome: result.status === 'failed' ? 'failed' : undefined,
      reason: firstLine(result.failureMessages[0]),
    }))
    if (status !== 'failed' || tests.some(({ outcome }) => outcome === 'failed')) return tests
    return [...tests, { title: WHOLE_FILE, file, seconds: 0, outcome: 'failed', reason: firstLine(message) }]
  })

function unhandledErrors(report) {
  const path = unhandledErrorsOf(report)
  if (!existsSync(path)) return []
  return JSON.parse(readFileSync(path, 'utf8')).map(({ file, reason }) => ({
    title: NO_TEST,
    file: relative(file),
    seconds: 0,
    outcome: 'failed',
    reason: firstLine(reason),
  }))
}

/**
 * `passed` (a number) and `tests` of a JSON report of vitest or Playwright. The `outcome` of a test is `failed` or undefined, and
 * its `reason` the first line of the first error. Without a report, nothing has run.
 */
export function readReport(path) {
  if (!path || !existsSync(path)) return { passed: 0, tests: [] }
  const { stats, suites, numPassedTests, testResults } = JSON.parse(readFileSync(path, 'utf8'))
  return stats
    ? { passed: stats.expected, tests: playwrightTests(suites) }
    : { passed: numPassedTests, tests: [...vitestTests(testResults), ...unhandledErrors(path)] }
}

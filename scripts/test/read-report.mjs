import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../bootstrap/paths.mjs'

const relative = path => path.replace(`${root}/`, '')

const firstLine = (text = '') => stripVTControlCharacters(text).split('\n')[0]

const PLAYWRIGHT_OUTCOMES = { unexpected: 'failed', flaky: 'flaky' }

/** Tests of Playwright's report; a suite contains suites and specs. */
const playwrightTests = (suites, file) =>
  suites.flatMap(suite => [
    ...(suite.specs ?? []).map(({ title, tests }) => ({
      title,
      file: file ?? `e2e/${suite.file}`,
      outcome: PLAYWRIGHT_OUTCOMES[tests.find(({ status }) => status in PLAYWRIGHT_OUTCOMES)?.status],
      reason: firstLine(
        tests.flatMap(({ results }) => results.map(({ error }) => error?.message)).find(Boolean),
      ),
      seconds: Math.max(...tests.flatMap(({ results }) => results.map(({ duration }) => duration))) / 1000,
    })),
    ...playwrightTests(suite.suites ?? [], file ?? `e2e/${suite.file}`),
  ])

/** A passed test with failure messages has passed in a retry. */
function vitestOutcome({ status, failureMessages }) {
  if (status === 'failed') return 'failed'
  return status === 'passed' && failureMessages.length > 0 ? 'flaky' : undefined
}

/** A file that fails without a failed test (an import or a hook threw) stands for itself. */
const vitestTests = files =>
  files.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(name)
    const tests = assertionResults.map(result => ({
      title: result.fullName,
      file,
      seconds: (result.duration ?? 0) / 1000,
      outcome: vitestOutcome(result),
      reason: firstLine(result.failureMessages[0]),
    }))
    if (status !== 'failed' || tests.some(({ outcome }) => outcome === 'failed')) return tests
    return [
      ...tests,
      { title: 'the whole file', file, seconds: 0, outcome: 'failed', reason: firstLine(message) },
    ]
  })

/**
 * Numbers and tests of a JSON report of vitest or Playwright. The `outcome` of a test is `failed`, `flaky` (it passed in a
 * retry) or undefined, and its `reason` the first line of the first error. Without a report, nothing has run.
 */
export function readReport(path) {
  if (!path || !existsSync(path)) return { passed: 0, failed: 0, flaky: 0, tests: [] }
  const { stats, suites, numPassedTests, numFailedTests, testResults } = JSON.parse(
    readFileSync(path, 'utf8'),
  )
  if (!stats) {
    const tests = vitestTests(testResults)
    const flaky = tests.filter(({ outcome }) => outcome === 'flaky').length
    return { passed: numPassedTests, failed: numFailedTests, flaky, tests }
  }
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    flaky: stats.flaky,
    tests: playwrightTests(suites),
  }
}

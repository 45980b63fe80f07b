import { existsSync, readFileSync } from 'node:fs'
import { root } from '../bootstrap/paths.mjs'

const relative = path => path.replace(`${root}/`, '')

/** Tests of Playwright's report; a suite contains suites and specs. */
const playwrightTests = (suites, file) =>
  suites.flatMap(suite => [
    ...(suite.specs ?? []).map(({ title, tests }) => ({
      title,
      file: file ?? `e2e/${suite.file}`,
      seconds: Math.max(...tests.flatMap(({ results }) => results.map(({ duration }) => duration))) / 1000,
    })),
    ...playwrightTests(suite.suites ?? [], file ?? `e2e/${suite.file}`),
  ])

const vitestTests = files =>
  files.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      title: fullName,
      file: relative(name),
      seconds: (duration ?? 0) / 1000,
    })),
  )

/**
 * Numbers and tests of a JSON report: vitest's, or Playwright's, whose flaky tests passed in a retry. Without a report,
 * nothing has run.
 */
export function readReport(path) {
  if (!path || !existsSync(path)) return { passed: 0, failed: 0, flaky: 0, tests: [] }
  const { stats, suites, numPassedTests, numFailedTests, testResults } = JSON.parse(
    readFileSync(path, 'utf8'),
  )
  if (!stats)
    return { passed: numPassedTests, failed: numFailedTests, flaky: 0, tests: vitestTests(testResults) }
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    flaky: stats.flaky,
    tests: playwrightTests(suites),
  }
}

const SLOWEST_COUNT = 5
const REASON_MAX_CHARACTERS = 300

function printSlowest(results) {
  const slowest = results
    .flatMap(({ tests }) => tests)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST_COUNT)
  if (slowest.length < SLOWEST_COUNT) return
  console.log('\n  slowest tests')
  for (const { seconds, file, title } of slowest)
    console.log(`          ${seconds.toFixed(1).padStart(6)} s   ${file}: ${title}`)
}

/** The names stand at the end, because logs of continuous integration are often cut off at the top. */
function printOutcomes(results, outcome, heading) {
  const tests = results.flatMap(result => result.tests.filter(test => test.outcome === outcome))
  if (tests.length === 0) return
  console.log(`\n  ${heading}`)
  for (const { file, title, reason } of tests)
    console.log(`          ${file}: ${title}\n              ${reason.slice(0, REASON_MAX_CHARACTERS)}`)
}

/**
 * Prints one line per stage, the slowest tests, the names of flaky and failed tests and, at the end, a separate line with
 * the totals. Returns the exit code.
 */
export function reportStages(results, startedAt) {
  const sum = key => results.reduce((total, result) => total + result[key], 0)
  console.log('')
  for (const { name, ok, seconds, passed, failed, flaky } of results) {
    const counts = passed + failed > 0 ? `${passed} passed, ${failed} failed` : ''
    const retried = flaky > 0 ? `, ${flaky} flaky (passed alone)` : ''
    console.log(
      `  ${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s   ${counts}${retried}`.trimEnd(),
    )
  }
  console.log(`  total   ${''.padEnd(12)} ${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`)
  printSlowest(results)
  printOutcomes(results, 'flaky', 'flaky tests (failed beside all others, passed alone)')
  printOutcomes(results, 'failed', 'failed tests')
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  return results.every(({ ok }) => ok) ? 0 : 1
}

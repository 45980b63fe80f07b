/** Prints one line per stage and, at the end, a separate line with the totals. Returns the exit code. */
export function reportStages(results, startedAt) {
  const sum = key => results.reduce((total, result) => total + result[key], 0)
  console.log('')
  for (const { name, ok, seconds, passed, failed, flaky } of results) {
    const counts = passed + failed > 0 ? `${passed} passed, ${failed} failed` : ''
    const retried = flaky > 0 ? `, ${flaky} flaky (passed in a retry)` : ''
    console.log(
      `  ${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s   ${counts}${retried}`.trimEnd(),
    )
  }
  console.log(`  total   ${''.padEnd(12)} ${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  return results.every(({ ok }) => ok) ? 0 : 1
}

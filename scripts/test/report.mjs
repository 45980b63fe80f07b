/** Prints one line a stage, its time and outcome; ends with the total, alone on its line. Returns the exit code. */
export function reportStages(results, began) {
  const sum = key => results.reduce((total, result) => total + result[key], 0)
  console.log('')
  for (const { name, ok, seconds, passed, failed } of results) {
    const counts = passed + failed > 0 ? `${passed} passed, ${failed} failed` : ''
    console.log(
      `  ${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s   ${counts}`.trimEnd(),
    )
  }
  console.log(`  total   ${''.padEnd(12)} ${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s`)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  return results.every(({ ok }) => ok) ? 0 : 1
}

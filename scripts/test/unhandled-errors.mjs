import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Where the errors of a run are kept, beside the JSON report of vitest, which leaves them out. */
export const unhandledErrorsOf = report => report.replace(/\.json$/, '.unhandled.json')

/**
 * Reporter of vitest. It keeps the errors that no test waits for, such as a rejected promise without a handler: vitest fails
 * the run for one, but its JSON report does not name it. Each has the test file that ran at that moment.
 */
// biome-ignore lint/style/noDefaultExport: vitest loads a reporter as the default export
export default class UnhandledErrors {
  onInit(vitest) {
    this.path = unhandledErrorsOf(vitest.config.outputFile.json)
    rmSync(this.path, { force: true })
  }

  onTestRunEnd(_modules, errors) {
    const named = errors.map(error => ({
      file: error.VITEST_TEST_PATH ?? '',
      reason: `${error.name}: ${error.message}`,
    }))
    if (named.length === 0) return
    // The other reports have not been written yet.
    mkdirSync(dirname(this.path), { recursive: true })
    writeFileSync(this.path, JSON.stringify(named))
  }
}

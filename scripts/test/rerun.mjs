import { NO_TEST, WHOLE_FILE } from './read-report.mjs'
import { runStage } from './stage.mjs'

/** So many failed files are a fault, not the load of the machine. */
const FILES_MAX = 8

const isFailed = ({ outcome }) => outcome === 'failed'
const nameOf = ({ file, title }) => `${file}: ${title}`

/**
 * Runs the files of a stage's failed tests again, with nothing beside them: a machine that runs all tests at the same time may
 * be too busy for one. `again` makes the stage of these files. A test that passes now is reported as flaky, with its name and
 * its error.
 */
export async function rerunFailed(result, again) {
  const failed = result.tests.filter(isFailed)
  const files = [...new Set(failed.map(({ file }) => file))]
  if (failed.length === 0 || files.length > FILES_MAX || files.some(file => !file.includes('/')))
    return result
  const second = await runStage({ ...again(files), name: `${result.name}, again`, quiet: true })
  const ran = new Set(second.tests.map(nameOf))
  const filesRan = new Set(second.tests.map(({ file }) => file))
  const failedAgain = new Set(second.tests.filter(isFailed).map(nameOf))
  // A file that failed as a whole, or beside its tests, has passed if it ran and does not do so again.
  const hasPassed = test =>
    !failedAgain.has(nameOf(test)) &&
    (ran.has(nameOf(test)) || ([WHOLE_FILE, NO_TEST].includes(test.title) && filesRan.has(test.file)))
  const passedNow = failed.filter(hasPassed).length
  return {
    ...result,
    ok: second.ok && passedNow === failed.length,
    passed: result.passed + passedNow,
    failed: result.failed - passedNow,
    flaky: result.flaky + passedNow,
    tests: result.tests.map(test =>
      isFailed(test) && hasPassed(test) ? { ...test, outcome: 'flaky' } : test,
    ),
    seconds: result.seconds + second.seconds,
  }
}

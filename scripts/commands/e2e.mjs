import { ensureInstalled } from '../bootstrap/install.mjs'
import { ensureBuilt } from '../build/build.mjs'
import { reportStages } from '../test/report.mjs'
import { runStage } from '../test/stage.mjs'
import { browser } from '../test/stages.mjs'

/** The browser journeys alone; arguments are vitest's, such as a part of a file name or `-t title`. */
export async function run(args) {
  await ensureInstalled('complete')
  await ensureBuilt()
  const began = Date.now()
  return reportStages([await runStage(browser(args))], began)
}

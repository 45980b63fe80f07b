import { ensureInstalled } from '../bootstrap/install.mjs'
import { ensureBuilt } from '../build/build.mjs'
import { reportStages } from '../test/report.mjs'
import { runStage } from '../test/stage.mjs'
import { browser } from '../test/stages.mjs'

/** The browser tests alone. Arguments are those of Playwright, such as a part of a file name or `-g title`. */
export async function run(args) {
  await ensureInstalled('complete')
  await ensureBuilt()
  const startedAt = Date.now()
  return reportStages([await runStage(browser(args))], startedAt)
}

import { ensureInstalled } from '../bootstrap/install.mjs'
import { ensureBuilt } from '../build/build.mjs'
import { reportStages } from '../test/report.mjs'
import { runStage, runWork } from '../test/stage.mjs'
import { browser, deadCode, lint, types, unit } from '../test/stages.mjs'

/**
 * Everything. The build and the static checks share the cores; unit and API tests, then the browser, have them
 * alone, because both have time limits in them. A failing stage does not hide what the later ones would say.
 */
export async function run() {
  await ensureInstalled('complete')
  const began = Date.now()
  const texts = await runWork('texts', () => ensureBuilt('texts'))
  const [portal, checks] = await Promise.all([
    runWork('portal', () => ensureBuilt()),
    (async () => [await runStage(lint), await runStage(types), await runStage(deadCode)])(),
  ])
  const tests = [await runStage(unit()), await runStage(browser())]
  return reportStages([texts, portal, ...checks, ...tests], began)
}

import { ensureInstalled } from '../bootstrap/install.mjs'
import { ensureBuilt } from '../build/build.mjs'
import { reportStages } from '../test/report.mjs'
import { runStage } from '../test/stage.mjs'
import { deadCode, lint, types } from '../test/stages.mjs'

/** Types, lint and dead code; the compiled texts are needed because they carry the types of every message. */
export async function run() {
  await ensureInstalled('complete')
  await ensureBuilt('texts')
  const began = Date.now()
  const [typed, linted] = await Promise.all([runStage(types), runStage(lint)])
  return reportStages([typed, linted, await runStage(deadCode)], began)
}

import { ensureInstalled } from '../bootstrap/install.mjs'
import { ensureBuilt } from '../build/build.mjs'
import { reportStages } from '../test/report.mjs'
import { runStage } from '../test/stage.mjs'
import { deadCode, lint, structureChecks, types } from '../test/stages.mjs'

async function runInSequence(stages) {
  const results = []
  for (const stage of stages) results.push(await runStage(stage))
  return results
}

/** All static checks, two at a time. They need the compiled texts, which carry the types of every message. */
export async function runChecks() {
  const results = await Promise.all([
    runInSequence([types, deadCode]),
    runInSequence([lint, ...structureChecks]),
  ])
  return results.flat()
}

/** Types, lint, dead code and the repository's own checks. */
export async function run() {
  await ensureInstalled('complete')
  await ensureBuilt('texts')
  const startedAt = Date.now()
  return reportStages(await runChecks(), startedAt)
}

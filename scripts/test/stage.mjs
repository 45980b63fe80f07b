import { rmSync } from 'node:fs'
import { runNode } from '../bootstrap/run-node.mjs'
import { readReport } from './read-report.mjs'

const secondsSince = startedAt => (Date.now() - startedAt) / 1000

/** Result of a stage. A runner that ended with an error but reports no failed test counts as one failure. */
function resultOf(name, report, exitCode) {
  const result = readReport(report)
  const title = `ended with exit code ${exitCode}`
  const failure = { file: name, title, seconds: 0, outcome: 'failed', reason: '' }
  const isNamed = result.tests.some(({ outcome }) => outcome === 'failed')
  const tests = exitCode === 0 || isNamed ? result.tests : [...result.tests, failure]
  return {
    passed: result.passed,
    failed: tests.filter(({ outcome }) => outcome === 'failed').length,
    flaky: 0,
    tests,
  }
}

async function runQuietly(args, env) {
  const output = []
  const onSpawn = child => {
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => output.push(chunk))
  }
  const exitCode = await runNode(args, {
    env: { FORCE_COLOR: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    onSpawn,
  })
  return { exitCode, output: Buffer.concat(output).toString() }
}

/**
 * Runs one stage in Node 26 and resolves to `{name, ok, passed, failed, flaky, tests, seconds}`. A `quiet` stage prints its
 * output only when it fails, so that two can run at the same time. `report` is the JSON report that the runner writes.
 */
export async function runStage({ name, args, env = {}, report, quiet = false }) {
  const startedAt = Date.now()
  if (report) rmSync(report, { force: true })
  if (!quiet) console.log(`\n── ${name}`)
  const { exitCode, output } = quiet
    ? await runQuietly(args, env)
    : { exitCode: await runNode(args, { env }), output: '' }
  if (quiet && exitCode !== 0) console.log(`\n── ${name}\n${output.trimEnd()}`)
  return { name, ok: exitCode === 0, ...resultOf(name, report, exitCode), seconds: secondsSince(startedAt) }
}

/** The same result for work within this process, such as the build. */
export async function runWork(name, work) {
  const startedAt = Date.now()
  let ok = true
  try {
    await work()
  } catch (error) {
    ok = false
    console.log(`\n── ${name}\n${error.message}`)
  }
  return { name, ok, passed: 0, failed: ok ? 0 : 1, flaky: 0, tests: [], seconds: secondsSince(startedAt) }
}

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { runNode } from '../bootstrap/run-node.mjs'

const seconds = began => (Date.now() - began) / 1000

/** Numbers of a vitest JSON report; a runner that broke before it wrote one counts as one failure. */
export function countsOf(report, code) {
  if (report && existsSync(report)) {
    const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
  }
  return { passed: 0, failed: code === 0 ? 0 : 1 }
}

async function collect(args, env) {
  const output = []
  const onSpawn = child => {
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => output.push(chunk))
  }
  const code = await runNode(args, {
    env: { FORCE_COLOR: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    onSpawn,
  })
  return { code, output: Buffer.concat(output).toString() }
}

/**
 * Runs one stage in Node 26 and resolves to `{name, ok, passed, failed, seconds}`. A `quiet` stage shows its
 * output only when it fails, so that two can run side by side. `report` is where it writes vitest's JSON.
 */
export async function runStage({ name, args, env = {}, report, quiet = false }) {
  const began = Date.now()
  if (report) rmSync(report, { force: true })
  if (!quiet) console.log(`\n── ${name}`)
  const { code, output } = quiet
    ? await collect(args, env)
    : { code: await runNode(args, { env }), output: '' }
  if (quiet && code !== 0) console.log(`\n── ${name}\n${output.trimEnd()}`)
  return { name, ok: code === 0, ...countsOf(report, code), seconds: seconds(began) }
}

/** The same result for work that is not a program of its own, such as the build. */
export async function runWork(name, work) {
  const began = Date.now()
  let ok = true
  try {
    await work()
  } catch (error) {
    ok = false
    console.log(`\n── ${name}\n${error.message}`)
  }
  return { name, ok, passed: 0, failed: ok ? 0 : 1, seconds: seconds(began) }
}

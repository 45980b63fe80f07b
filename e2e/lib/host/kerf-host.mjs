/** Runs command lines of `kerf` for `operate`, one after the other, in one process: to start a process for each takes longer. */
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const { runCli } = await import('../../../packages/operator/src/cli.ts')

let previous = Promise.resolve()

async function run({ id, words, env }) {
  const out = []
  const err = []
  const code = await runCli(words, {
    env,
    identity: { name: 'lin', source: 'login:1001' },
    root,
    terminal: { input: new PassThrough(), output: new PassThrough() },
    out: line => out.push(line),
    err: line => err.push(line),
  })
  process.send({ id, code, out: out.join('\n'), err: err.join('\n') })
}

process.on('message', message => {
  previous = previous.then(() => run(message))
})
process.on('disconnect', () => process.exit())

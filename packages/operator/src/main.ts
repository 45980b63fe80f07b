/** Entry point of the `kerf` command. */
import { fileURLToPath } from 'node:url'
import { runCli } from './cli.ts'

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  root: fileURLToPath(new URL('../../../', import.meta.url)),
  terminal: { input: process.stdin, output: process.stderr },
  out: line => process.stdout.write(`${line}\n`),
  err: line => process.stderr.write(`${line}\n`),
})

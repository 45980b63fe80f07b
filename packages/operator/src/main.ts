/** Entry point of the `kerf` command. Enables the compile cache before any other module is loaded. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
// Inside the tree, as for the server: others must not be able to write code that is executed.
enableCompileCache(`${root}.cache/compiled`)

// Libraries search the working folder and those above it for settings, which may be code. Paths of a command stay relative to it.
process.env.INIT_CWD ??= process.cwd()
process.chdir(root)
// The reader of a pipe, such as `head`, may end first.
process.stdout.on('error', (error: { code?: string }) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

const { runCli } = await import('./cli.ts')
const { readOperatorIdentity } = await import('./input/operator-identity.ts')

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  identity: readOperatorIdentity(),
  root,
  terminal: { input: process.stdin, output: process.stderr },
  out: line => process.stdout.write(`${line}\n`),
  err: line => process.stderr.write(`${line}\n`),
})

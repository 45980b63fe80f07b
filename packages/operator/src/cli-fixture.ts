/** Runs `kerf` command lines inside the test process. */
import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { runCli } from './cli.ts'
import type { OperatorIdentity } from './input/operator-identity.ts'

export const root = fileURLToPath(new URL('../../../', import.meta.url))
export const newKey = (): string => randomBytes(32).toString('base64url')

/** Who runs the command lines of the tests. */
const IDENTITY = { name: 'lin', source: 'login:1001' }

export interface CliResult {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** `answer`: typed at a prompt. Without an answer there is no terminal. */
export async function callCli(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  answer?: string,
  identity: OperatorIdentity = IDENTITY,
): Promise<CliResult> {
  const out: string[] = []
  const err: string[] = []
  const input = Object.assign(new PassThrough(), { isTTY: answer !== undefined })
  if (answer !== undefined) input.write(`${answer}\n`)
  const code = await runCli(words, {
    env,
    identity,
    root,
    terminal: { input, output: new PassThrough() },
    out: line => out.push(line),
    err: line => err.push(line),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

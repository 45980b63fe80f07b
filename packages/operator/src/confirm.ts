import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { UsageError } from './command.ts'

export interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean }
  /** standard error: standard output belongs to the outcome */
  readonly output: Writable
}

/** Asks on a terminal; where there is none, only `--yes` answers. Throws unless the answer is yes. */
export async function confirm(question: string, yes: boolean, { input, output }: Terminal): Promise<void> {
  if (yes) return
  if (!input.isTTY) throw new UsageError(`${question} There is no terminal to ask on: add --yes.`)
  const lines = createInterface({ input, output })
  try {
    const answer = await lines.question(`${question} [y/N] `)
    if (!/^y(es)?$/i.test(answer.trim())) throw new Error('Nothing was done.')
  } finally {
    lines.close()
  }
}

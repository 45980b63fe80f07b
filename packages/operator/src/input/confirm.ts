import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { UsageError } from './command-context.ts'

export interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean }
  /** Standard error: standard output carries the output of the command only. */
  readonly output: Writable
}

/** Asks on a terminal. Without a terminal only `--yes` confirms. Throws unless the answer is yes. */
export async function confirm(question: string, yes: boolean, { input, output }: Terminal): Promise<void> {
  if (yes) return
  if (!input.isTTY) throw new UsageError(`${question} There is no terminal to ask on: add --yes to confirm.`)
  const lines = createInterface({ input, output })
  try {
    const answer = await lines.question(`${question} [y/N] `)
    if (!/^y(es)?$/i.test(answer.trim())) throw new Error('Nothing was done.')
  } finally {
    lines.close()
  }
}

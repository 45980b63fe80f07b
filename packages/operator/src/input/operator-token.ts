/** The operator's token, from the environment or a file that only its owner can read; never from the command line (S-172). */
import { readFileSync, statSync } from 'node:fs'
import { UsageError } from './command-context.ts'

const FILE = 'KERF_OPERATOR_TOKEN_FILE'

/** Takes it out of `env`, so that nothing else sees it. undefined: none is given. */
export function takeOperatorToken(env: Record<string, string | undefined>): string | undefined {
  const given = env.KERF_OPERATOR_TOKEN?.trim()
  const file = env[FILE]?.trim()
  delete env.KERF_OPERATOR_TOKEN
  delete env[FILE]
  if (given && file) throw new UsageError(`Set KERF_OPERATOR_TOKEN or ${FILE}, not both.`)
  if (!file) return given || undefined
  try {
    if ((statSync(file).mode & 0o077) !== 0)
      throw new UsageError(`${FILE}=${file} can be read by others: chmod 600 ${file}`)
    return readFileSync(file, 'utf8').trim() || undefined
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${FILE}=${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
}

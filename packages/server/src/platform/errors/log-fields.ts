import { meaningOf } from './errno-words.ts'

const FRAMES_MAX = 8

interface ErrorFields {
  error?: string
  code?: string
  meaning?: string
  statement?: string
  frames?: string[]
}

/** Name, code and stack of an error for a log line; of a database error also what the code means and the name of the statement. The message is left out, because a database driver may quote a value in it. */
export function errorLogFields(error: unknown): ErrorFields {
  const { name, code, statement, stack } = Object(error) as {
    readonly name?: string
    readonly code?: string
    readonly statement?: string
    readonly stack?: string
  }
  const meaning = meaningOf(code)
  const frames = stack
    ?.split('\n')
    .filter(line => /^\s+at /.test(line))
    .slice(0, FRAMES_MAX)
  return {
    ...(name && { error: name }),
    ...(code && { code }),
    ...(meaning && { meaning }),
    ...(statement && { statement }),
    ...(frames && { frames }),
  }
}

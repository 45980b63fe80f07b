import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { UsageError } from './command-context.ts'

/** Lines of a file; `-` reads standard input. */
export async function readLines(path: string): Promise<readonly string[]> {
  try {
    const content =
      path === '-'
        ? await text(process.stdin)
        : await readFile(resolve(process.env.INIT_CWD ?? '.', path), 'utf8')
    return content.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as { code?: string }).code ?? 'unknown error'}`)
  }
}

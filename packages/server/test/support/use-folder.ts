import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Creates a folder for all tests of the file or the group that calls it. Their end removes it. */
export function useFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `kerf-${name}-`))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

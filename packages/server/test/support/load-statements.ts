import { readdirSync } from 'node:fs'
import { type DefinedStatement, listStatements } from '../../src/platform/db/database.ts'

const SERVER = new URL('../../src/', import.meta.url)

/** Loads every module that defines statements, and returns these. */
export async function loadStatements(): Promise<readonly DefinedStatement[]> {
  for (const file of readdirSync(SERVER, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('-store.ts')) await import(new URL(file, SERVER).href)
  return listStatements()
}

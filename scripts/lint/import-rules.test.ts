import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { RULES_FILE, rulesText } from './import-rules.mjs'

test('biome.imports.json is up to date (update: node scripts/lint/import-rules.mjs --write)', () => {
  expect(JSON.parse(readFileSync(RULES_FILE, 'utf8'))).toEqual(JSON.parse(rulesText()))
})

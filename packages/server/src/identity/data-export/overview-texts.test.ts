import { expect, test } from 'vitest'
import { EXPORTED_TABLES, SHOWN_EVENT_COLUMNS } from './export-store.ts'
import { columnLabel } from './overview-texts.ts'

test('has a label in both languages for every shown column', () => {
  const shown = Object.values(EXPORTED_TABLES).flatMap(table => ('shown' in table ? [...table.shown] : []))
  const columns = [...new Set<string>([...shown, ...SHOWN_EVENT_COLUMNS])]
  const unlabeled = columns.filter(
    column => columnLabel(column, 'en') === column || columnLabel(column, 'zh') === column,
  )
  expect(unlabeled).toEqual([])
})

test('shows only columns that the JSON files have', () => {
  for (const table of Object.values(EXPORTED_TABLES))
    if ('shown' in table) expect(table.columns).toEqual(expect.arrayContaining([...table.shown]))
})

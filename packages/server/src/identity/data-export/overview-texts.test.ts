import { expect, test } from 'vitest'
import { EXPORTED_TABLES, SHOWN_EVENT_COLUMNS } from './export-store.ts'
import { columnLabel, OVERVIEW_TABLES } from './overview-texts.ts'

test('has a label in both languages for every shown column', () => {
  const shown = Object.values(EXPORTED_TABLES).flatMap(({ shown = [] }) => shown)
  const columns = [...new Set<string>([...shown, ...SHOWN_EVENT_COLUMNS])]
  const unlabeled = columns.filter(
    column => columnLabel(column, 'en') === column || columnLabel(column, 'zh') === column,
  )
  expect(unlabeled).toEqual([])
})

test('shows only columns that the JSON files have', () => {
  for (const table of Object.values(EXPORTED_TABLES))
    expect(table.columns).toEqual(expect.arrayContaining([...(table.shown ?? [])]))
})

test('has a title for every exported table', () => {
  expect(OVERVIEW_TABLES.toSorted()).toEqual([...Object.keys(EXPORTED_TABLES), 'tracking_event'].sort())
})

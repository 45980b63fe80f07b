import { visibleLine } from './visible-text.ts'

/** By the head of each column, the cell of a row. */
type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>

/** The output of a command that lists rows. `empty`: text if there are none. */
export const listOutput = <Row>(rows: readonly Row[], empty: string, columns: Columns<Row>) => ({
  json: rows,
  text: table(rows, columns, empty),
})

export const NOTHING_FOUND = 'Nothing found.'

/** Aligns rows in columns. `empty`: text for a table without rows. */
export function table<Row>(rows: readonly Row[], columns: Columns<Row>, empty = NOTHING_FOUND): string {
  if (rows.length === 0) return empty
  const head = Object.keys(columns)
  const all = [
    head,
    ...rows.map(row => Object.values(columns).map(cell => visibleLine(String(cell(row) ?? '')))),
  ]
  const widths = head.map((_, column) => Math.max(...all.map(row => width(row[column] ?? ''))))
  return all
    .map(row =>
      row
        .map(
          (cell, column) =>
            (cell || '-') + ' '.repeat(Math.max(0, (widths[column] ?? 0) - width(cell || '-'))),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Terminal cells of a text: East Asian wide characters take two. */
const width = (text: string): number =>
  [...text].reduce(
    (sum, character) =>
      sum +
      (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/.test(character)
        ? 2
        : 1),
    0,
  )

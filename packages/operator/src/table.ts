/** Columns for people; `nothing`: what is said where there is no row. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  nothing = 'Nothing found.',
): string {
  if (rows.length === 0) return nothing
  const all = [head, ...rows]
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

/** Cells a terminal gives a text: two for each Han character and its like. */
const width = (text: string): number =>
  [...text].reduce(
    (sum, letter) =>
      sum +
      (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/.test(letter)
        ? 2
        : 1),
    0,
  )

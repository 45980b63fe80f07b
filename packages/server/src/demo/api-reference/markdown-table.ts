const escapeCell = (value: string): string => value.replaceAll('|', '\\|')

export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows.map(row => row.map(escapeCell))]
    .map(row => `| ${row.join(' | ')} |`)
    .join('\n')

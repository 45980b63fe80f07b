/** Page templates. A built page is split at its placeholders once and filled for each response. */
import { PLACEHOLDERS, type Placeholder, placeholder, RAW_PLACEHOLDERS } from '@kerf/contract/page-template'
import { escapeHtml } from './escape.ts'

export type PlaceholderValues = Readonly<Record<Placeholder, string>>

export type Template = (values: PlaceholderValues) => string

/** Values are not scanned for placeholders, so a value that looks like a placeholder stays text. */
export function compileTemplate(html: string): Template {
  const separator = new RegExp(`(${PLACEHOLDERS.map(name => placeholder(name)).join('|')})`)
  const pieces = html.split(separator)
  const names = new Map(PLACEHOLDERS.map(name => [placeholder(name), name]))
  return values =>
    pieces
      .map((piece, index) => {
        const name = index % 2 === 1 ? names.get(piece) : undefined
        if (name === undefined) return piece
        return RAW_PLACEHOLDERS.includes(name) ? values[name] : escapeHtml(values[name])
      })
      .join('')
}

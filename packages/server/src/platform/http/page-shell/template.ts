/** A built page, cut at its places once, and joined with each answer. */
import { PLACEHOLDERS, type Placeholder, placeholder, RAW_PLACEHOLDERS } from '@kerf/contract/page-template'
import { escapeHtml } from './escape.ts'

export type Values = Readonly<Record<Placeholder, string>>

export type Template = (values: Values) => string

/** What is filled in is never looked at again: a value that looks like a place stays text. */
export function cutTemplate(html: string): Template {
  const cut = new RegExp(`(${PLACEHOLDERS.map(name => placeholder(name)).join('|')})`)
  const pieces = html.split(cut)
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

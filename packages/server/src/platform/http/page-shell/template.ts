/** A built page, cut at its places once, and joined with each answer. */
import { PLACES, type Place, place, RAW_PLACES } from '@kerf/contract/page-template'
import { escapeHtml } from './escape.ts'

export type Values = Readonly<Record<Place, string>>

export type Template = (values: Values) => string

/** What is filled in is never looked at again: a value that looks like a place stays text. */
export function cutTemplate(html: string): Template {
  const cut = new RegExp(`(${PLACES.map(name => place(name)).join('|')})`)
  const pieces = html.split(cut)
  const names = new Map(PLACES.map(name => [place(name), name]))
  return values =>
    pieces
      .map((piece, index) => {
        const name = index % 2 === 1 ? names.get(piece) : undefined
        if (name === undefined) return piece
        return RAW_PLACES.includes(name) ? values[name] : escapeHtml(values[name])
      })
      .join('')
}

import { Fragment, type ReactNode } from 'react'

/**
 * Replaces placeholders in a text by elements: `insertElements(m.x({ link: '{link}' }), { link: <a … /> })`. The text stays
 * one sentence in the catalog, so that each language can order it as it needs.
 */
export function insertElements(text: string, elements: Readonly<Record<string, ReactNode>>): ReactNode {
  return text
    .split(/\{(\w+)\}/)
    .map((piece, index) => (index % 2 ? <Fragment key={piece}>{elements[piece]}</Fragment> : piece))
}

/** Dates of a text stay in one line: browsers break lines after their hyphens. */
export const keepDates = (text: string): ReactNode =>
  text
    .split(/(\d{4}-\d{2}-\d{2})/)
    .map((piece, index) => (index % 2 ? <time key={piece}>{piece}</time> : piece))

/** An email address breaks after its @ and before the dots of its domain, not within a word. */
export function breakableAddress(address: string): ReactNode {
  const at = address.lastIndexOf('@') + 1
  if (at === 0) return address
  return (
    <>
      {address.slice(0, at)}
      {address
        .slice(at)
        .split(/(?=\.)/)
        .map(label => (
          <Fragment key={label}>
            <wbr />
            {label}
          </Fragment>
        ))}
    </>
  )
}

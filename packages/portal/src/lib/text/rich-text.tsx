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

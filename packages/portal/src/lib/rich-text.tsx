import { Fragment, type ReactNode } from 'react'

/**
 * Puts elements into a text: `fill(m.x({ link: '{link}' }), { link: <a … /> })`. The sentence stays whole in the
 * catalogue, so every language orders it as it likes.
 */
export function insertElements(text: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  return text
    .split(/\{(\w+)\}/)
    .map((piece, index) => (index % 2 ? <Fragment key={piece}>{parts[piece]}</Fragment> : piece))
}

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { insertElements } from './rich-text.tsx'

test('inserts elements at their placeholders', () => {
  expect(renderToStaticMarkup(insertElements('{b} and {a}.', { a: 'first', b: 'second' }))).toBe(
    'second and first.',
  )
})

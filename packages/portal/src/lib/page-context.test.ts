import type { PageData } from '@kerf/contract/page-data'
import { expect, test } from 'vitest'
import { createPageContext } from './page-context.ts'

const data = {} as PageData

test('keeps what steers the portal, as it is spelt, and nothing that is secret', () => {
  const page = createPageContext(
    data,
    '?p=creative&ut=abc&r=https%3A%2F%2Fa.example&av=2.10&md=win&x=1',
    'web-pc',
  )
  expect(page.query).toBe('?p=creative&av=2.10&md=win')
  expect(page.appendedQuery).toBe('&p=creative&av=2.10&md=win')
})
test('adds nothing where nothing is kept', () => {
  expect(createPageContext(data, '?ut=abc', 'web-pc')).toMatchObject({ query: '', appendedQuery: '' })
})
test('believes the address about the system, else the browser', () => {
  expect(createPageContext(data, '?s=pc', 'web-pc').system).toBe('pc')
  expect(createPageContext(data, '?s=toaster', 'web-pad').system).toBe('web-pad')
})

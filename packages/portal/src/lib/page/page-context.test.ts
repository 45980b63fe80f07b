import type { PageData } from '@kerf/contract/page-data'
import { expect, test } from 'vitest'
import { createPageContext } from './page-context.ts'

const data = {} as PageData

test('retains the steering parameters as they are spelled, without secret ones', () => {
  const context = createPageContext(
    data,
    '?p=creative&ut=abc&r=https%3A%2F%2Fa.example&av=2.10&md=win&x=1',
    'web-pc',
  )
  expect(context.query).toBe('?p=creative&av=2.10&md=win')
  expect(context.appendedQuery).toBe('&p=creative&av=2.10&md=win')
})
test('has an empty query when nothing is retained', () => {
  expect(createPageContext(data, '?ut=abc', 'web-pc')).toMatchObject({ query: '', appendedQuery: '' })
})
test('takes the system from the URL, otherwise from the browser', () => {
  expect(createPageContext(data, '?s=pc', 'web-pc').system).toBe('pc')
  expect(createPageContext(data, '?s=toaster', 'web-pad').system).toBe('web-pad')
})

import type { Message } from '@kerf/contract/message-stream'
import { expect, test } from 'vitest'
import { listed, refreshed, withArrived, withMore, without, withRead } from './message-list.ts'

const message = (id: string, more: Partial<Message> = {}): Message => ({
  id,
  category: 'app',
  app: 'portal',
  title: id,
  body: '',
  contentLang: 'en',
  link: null,
  picture: null,
  at: 0,
  until: null,
  read: false,
  ...more,
})
const list = (ids: string, next: string | null = null) =>
  listed({ items: [...ids].map(id => message(id)), next })
const ids = ({ items }: { items: readonly Message[] }) => items.map(({ id }) => id).join('')
const page = (text: string, next: string | null = null) => ({ items: [...text].map(id => message(id)), next })
const none = new Set<string>()

test('adds a page without duplicates', () => {
  const more = withMore(list('abc', 'x'), page('cde', 'y'))
  expect([ids(more), more.next]).toEqual(['abcde', 'y'])
})

test.each([
  ['all', 'newest', null, 'nab'],
  ['app', 'newest', null, 'nab'],
  ['unread', 'unread', null, 'nab'],
  ['device', 'newest', null, 'ab'],
  ['all', 'oldest', null, 'abn'],
  ['all', 'oldest', 'more', 'ab'],
] as const)('adds an arriving message to the tab %s, %s first, next page %s', (tab, sort, next, expected) => {
  const after = withArrived(list('ab', next), message('n'), tab, sort)
  expect(ids(after)).toBe(expected)
  expect(ids(withArrived(after, message('n'), tab, sort))).toBe(expected)
})

test('removes a message and marks messages as read', () => {
  expect(ids(without(list('abc'), 'b'))).toBe('ac')
  expect(withRead(list('ab'), ({ id }) => id === 'a').items.map(({ read }) => read)).toEqual([true, false])
})

test.each([
  ['abc', null, 'nabc', null, '', 'nabc', null],
  ['abc', null, 'ac', null, '', 'ac', null],
  // Read on this page, so it stays in the list of unread messages.
  ['abc', null, 'ac', null, 'b', 'abc', null],
  ['abc', null, '', null, 'abc', 'abc', null],
  // Further pages and their cursor stay.
  ['abcdef', 'z', 'nabc', 'y', '', 'nabcdef', 'z'],
  ['abcdef', 'z', 'xyz', 'y', '', 'xyz', 'y'],
] as const)('refreshes %s', (before, next, got, gotNext, kept, after, afterNext) => {
  const result = refreshed(list(before, next), page(got, gotNext), kept === '' ? none : new Set(kept))
  expect([ids(result), result.next]).toEqual([after, afterNext])
})

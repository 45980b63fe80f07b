import type { Message } from '@kerf/contract/messages/message-stream'
import { expect, test } from 'vitest'
import {
  toMessageList,
  withNewMessage,
  withNextPage,
  withoutMessage,
  withReadMessages,
  withRefreshedPage,
} from './message-list.ts'

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
  toMessageList({ items: [...ids].map(id => message(id)), next })
const ids = ({ items }: { items: readonly Message[] }) => items.map(({ id }) => id).join('')
const page = (text: string, next: string | null = null) => ({ items: [...text].map(id => message(id)), next })

test('adds the next page without duplicates', () => {
  const more = withNextPage(list('abc', 'x'), 'x', page('cde', 'y'))
  expect([ids(more), more.next]).toEqual(['abcde', 'y'])
})

test('drops a page that no longer follows the list', () => {
  const replaced = list('xyz', 'z')
  expect(withNextPage(replaced, 'c', page('def', 'f'))).toBe(replaced)
})

test.each([
  ['all', 'newest', null, 'nab'],
  ['app', 'newest', null, 'nab'],
  ['unread', 'unread', null, 'nab'],
  ['device', 'newest', null, 'ab'],
  ['all', 'oldest', null, 'abn'],
  ['all', 'oldest', 'more', 'ab'],
] as const)('adds an arriving message to the tab %s, %s first, next page %s', (tab, sort, next, expected) => {
  const after = withNewMessage(list('ab', next), message('n'), tab, sort)
  expect(ids(after)).toBe(expected)
  expect(ids(withNewMessage(after, message('n'), tab, sort))).toBe(expected)
})

test('removes a message and marks messages as read', () => {
  expect(ids(withoutMessage(list('abc'), 'b'))).toBe('ac')
  expect(withReadMessages(list('ab'), new Set('a')).items.map(({ read }) => read)).toEqual([true, false])
  expect(withReadMessages(list('ab'), new Set('ab')).items.map(({ read }) => read)).toEqual([true, true])
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
] as const)('refreshes %s, next page %s, by %s', (before, next, got, gotNext, read, after, afterNext) => {
  const shown = [...read].reduce((shown, id) => withReadMessages(shown, new Set(id)), list(before, next))
  const result = withRefreshedPage(shown, page(got, gotNext), 'unread')
  expect([ids(result), result.next]).toEqual([after, afterNext])
})

test('a message read here leaves the other tabs with the next refresh', () => {
  expect(ids(withRefreshedPage(withReadMessages(list('abc'), new Set('b')), page('ac'), 'system'))).toBe('ac')
})

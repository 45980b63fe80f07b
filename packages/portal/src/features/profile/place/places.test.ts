import { expect, test } from 'vitest'
import { optionsOf } from './places.ts'

const places = {
  en: [
    { id: 'CN', name: 'China' },
    { id: 'DE', name: 'Germany' },
  ],
  zh: [
    { id: 'DE', name: '德国' },
    { id: 'CN', name: '中国' },
  ],
}

test('options are named and ordered in one language and searchable in both', () => {
  expect(optionsOf(places, 'en')).toEqual([
    { id: 'CN', name: 'China', aliases: ['中国'] },
    { id: 'DE', name: 'Germany', aliases: ['德国'] },
  ])
  expect(optionsOf(places, 'zh').map(({ name, aliases = [] }) => [name, ...aliases])).toEqual([
    ['德国', 'Germany'],
    ['中国', 'China'],
  ])
})

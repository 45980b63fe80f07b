import { expect, test } from 'vitest'
import { exactOption, findOptions } from './combobox-search.ts'

const places = [
  { id: 'CI', name: 'Côte d’Ivoire', aliases: ['科特迪瓦'] },
  { id: 'DE', name: 'Germany', aliases: ['德国'] },
  { id: 'GM', name: 'Gambia', aliases: ['冈比亚'] },
  { id: 'NE', name: 'Niger', aliases: ['尼日尔'] },
  { id: 'NG', name: 'Nigeria', aliases: ['尼日利亚'] },
  { id: 'US', name: 'United States', aliases: ['美国'] },
  { id: 'DZ', name: 'Algeria', aliases: ['阿尔及利亚'] },
]
const ids = (query: string) => findOptions(places, query).map(({ id }) => id)

test('an empty query matches every option in its order', () => {
  expect(ids('  ')).toEqual(places.map(({ id }) => id))
})

test.each([
  ['ger', ['DE', 'NE', 'NG', 'DZ']],
  ['cote', ['CI']],
  ['IVOIRE', ['CI']],
  ['states', ['US']],
  ['德', ['DE']],
  ['尼日', ['NE', 'NG']],
  ['us', ['US']],
  ['a.*', []],
])('the query %j finds %j', (query, found) => {
  expect(ids(query)).toEqual(found)
})

test.each([
  ['de', 'DE'],
  ['germany ', 'DE'],
  ['德国', 'DE'],
  ['niger', 'NE'],
  ['nige', undefined],
  ['', undefined],
])('the text %j names the option %j', (text, id) => {
  expect(exactOption(places, text)?.id).toBe(id)
})

import { expect, test } from 'vitest'
import { exactOption, findOptions } from './combobox-search.ts'

const places = [
  { id: 'CI', name: 'Côte d’Ivoire', alias: '科特迪瓦' },
  { id: 'DE', name: 'Germany', alias: '德国' },
  { id: 'GM', name: 'Gambia', alias: '冈比亚' },
  { id: 'NE', name: 'Niger', alias: '尼日尔' },
  { id: 'NG', name: 'Nigeria', alias: '尼日利亚' },
  { id: 'US', name: 'United States', alias: '美国' },
  { id: 'DZ', name: 'Algeria', alias: '阿尔及利亚' },
]
const ids = (typed: string) => findOptions(places, typed).map(({ id }) => id)

test('nothing typed finds everything, in the order given', () => {
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
])('%j finds %j', (typed, found) => {
  expect(ids(typed)).toEqual(found)
})

test.each([
  ['de', 'DE'],
  ['germany ', 'DE'],
  ['德国', 'DE'],
  ['niger', 'NE'],
  ['nige', undefined],
  ['', undefined],
])('%j names exactly %j', (typed, id) => {
  expect(exactOption(places, typed)?.id).toBe(id)
})

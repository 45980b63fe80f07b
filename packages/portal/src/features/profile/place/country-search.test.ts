import { expect, test } from 'vitest'
import { findOptions } from '../../../ui/combobox/combobox-search.ts'
import { COUNTRY_PINYIN } from './country-pinyin.ts'
import { countryOfBrowser, countryOptions } from './country-search.ts'

const namesIn = (language: 'en' | 'zh-Hans') => {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return [...COUNTRY_PINYIN.keys()].map(id => ({ id, name: names.of(id) ?? '' }))
}
const places = { en: namesIn('en'), zh: namesIn('zh-Hans') }

test.each([
  ['usa', 'US'],
  ['US', 'US'],
  ['america', 'US'],
  ['united states of america', 'US'],
  ['uk', 'GB'],
  ['england', 'GB'],
  ['great britain', 'GB'],
  ['uae', 'AE'],
  ['holland', 'NL'],
  ['turkey', 'TR'],
  ['korea', 'KR'],
  ['czech republic', 'CZ'],
  ['zhongguo', 'CN'],
  ['zhong guo', 'CN'],
  ['meiguo', 'US'],
  ['德国', 'DE'],
  ['deguo', 'DE'],
  ['yingguo', 'GB'],
])('%s finds %s first, in both languages', (text, id) => {
  for (const language of ['en', 'zh'] as const)
    expect(findOptions(countryOptions(places, language, undefined), text)[0]?.id).toBe(id)
})

test('every country has its pinyin', () => {
  expect(COUNTRY_PINYIN.size).toBe(249)
  for (const [id, syllables] of COUNTRY_PINYIN) {
    const han = new Intl.DisplayNames('zh-Hans', { type: 'region' }).of(id)?.match(/\p{Script=Han}/gu)
    expect(syllables.split(' '), id).toHaveLength(han?.length ?? 0)
  }
})

test('the country of the browser comes first', () => {
  const ids = countryOptions(places, 'en', 'NZ').map(({ id }) => id)
  expect(ids[0]).toBe('NZ')
  expect(new Set(ids).size).toBe(places.en.length)
})

test.each([
  [['de', 'en-GB', 'en-US'], 'GB'],
  [['zh-Hans-CN'], 'CN'],
  [['en'], undefined],
  [[], undefined],
])('the browser languages %j name %s', (languages, country) => {
  expect(countryOfBrowser(languages)).toBe(country)
})

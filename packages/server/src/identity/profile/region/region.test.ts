import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countryName, listCountries } from '../../../platform/geo/countries.ts'
import { isRegion, listRegions } from './regions.ts'

test('names every country uniquely in both languages', () => {
  for (const lang of ['en', 'zh'] as const) {
    const countries = listCountries(lang)
    expect(countries).toHaveLength(249)
    expect(new Set(countries.map(({ name }) => name)).size).toBe(249)
    for (const { id, name } of countries) {
      expect(name, id).not.toBe(id)
      if (lang === 'zh') expect(name).toMatch(/\p{Script=Han}/u)
    }
  }
  expect(countryName('DE', 'zh')).toBe('德国')
  expect(countryName('XX', 'en')).toBe('')
})

test('sorts countries by the rules of the language: Åland beside Albania, Chinese by pinyin', () => {
  const en = listCountries('en').map(({ id }) => id)
  expect(en.indexOf('AX')).toBeLessThan(en.indexOf('AL'))
  const zh = listCountries('zh').map(({ name }) => name)
  expect(zh.indexOf('阿富汗')).toBeLessThan(zh.indexOf('德国'))
  expect(zh.indexOf('德国')).toBeLessThan(zh.indexOf('中国'))
})

test('lists regions with ISO 3166-2 ids and names in the language', () => {
  expect(listRegions('US', 'en')).toHaveLength(51)
  expect(listRegions('US', 'en')[0]).toEqual({ id: 'US-AL', name: 'Alabama' })
  expect(listRegions('US', 'zh')).toContainEqual({ id: 'US-IL', name: '伊利诺伊州' })
  expect(listRegions('CN', 'zh')).toContainEqual({ id: 'CN-44', name: '广东省' })
  expect(isRegion('US', 'US-CA')).toBe(true)
  expect(isRegion('DE', 'US-CA')).toBe(false)
})

test.each(['', 'XX', 'us', '__proto__', 'constructor', 'VA', '../etc'])('lists no regions for %j', id => {
  expect(listRegions(id, 'en')).toEqual([])
})

test('regions.json has known countries only, is small, and names its source and license', () => {
  const text = readFileSync(new URL('regions.json', import.meta.url), 'utf8')
  const { source, license, regions } = JSON.parse(text)
  expect(Buffer.byteLength(text)).toBeLessThan(400_000)
  expect(source).toContain('iso3166-2-db')
  expect(license).toContain('MIT')
  const known = new Set(listCountries('en').map(({ id }) => id))
  expect(Object.keys(regions).filter(id => !known.has(id))).toEqual([])
})

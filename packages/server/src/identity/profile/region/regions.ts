/** Regions by ISO 3166-2, from `regions.json`, which is read on first use. */
import { readFileSync } from 'node:fs'
import type { Language } from '@kerf/contract/language'
import { byName, COUNTRY_CODES, type Place } from '../../../platform/geo/countries.ts'

/** By country and region code: English and Chinese name, or one name for both. */
type RegionData = Readonly<
  Record<string, Readonly<Record<string, readonly [en: string, zh: string] | string>>>
>

let extract: RegionData | undefined

function regionsOf(country: string): RegionData[string] {
  if (extract === undefined) {
    const text = readFileSync(new URL('regions.json', import.meta.url), 'utf8')
    extract = (JSON.parse(text) as { regions: RegionData }).regions
  }
  return (Object.hasOwn(extract, country) && extract[country]) || {}
}

const lists = new Map<string, readonly Place[]>()

/**
 * Returns the regions of an ISO 3166-1 country, sorted by name in `lang`, with ISO 3166-2 ids such as `US-CA`. Empty for
 * an unknown country. A region without a Chinese name has its English name.
 */
export function listRegions(country: string, lang: Language): readonly Place[] {
  if (!COUNTRY_CODES.has(country)) return []
  const key = `${country} ${lang}`
  let list = lists.get(key)
  if (list === undefined) {
    list = Object.entries(regionsOf(country))
      .map(([code, name]) => ({
        id: `${country}-${code}`,
        name: typeof name === 'string' ? name : name[lang === 'en' ? 0 : 1],
      }))
      .sort(byName(lang))
    lists.set(key, list)
  }
  return list
}

/** Whether `id` is a region of `country`. */
export const isRegion = (country: string, id: string): boolean =>
  listRegions(country, 'en').some(region => region.id === id)

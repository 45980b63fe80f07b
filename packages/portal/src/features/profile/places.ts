/** Countries and their regions by their names in both languages, asked for once in a page's life. */
import { type Call, createClient } from '@kerf/contract/client'
import { getCountries, getRegions } from '@kerf/contract/endpoints/region'
import { LANGUAGES, type Language } from '@kerf/contract/language'
import { clientContext } from '../../lib/api-client.ts'
import type { ComboboxOption } from '../../ui/combobox/combobox-search.ts'

export interface Entry {
  readonly id: string
  readonly name: string
}

/** In the order of each language. */
export type Places = Readonly<Record<Language, readonly Entry[]>>

const cache = new Map<string, Promise<Places>>()

/** The countries, or the regions of one. A list that did not come is asked for again the next time. */
export function loadPlaces(country = ''): Promise<Places> {
  const known = cache.get(country)
  if (known) return known
  const asked = fetchPlaces(country)
  cache.set(country, asked)
  asked.catch(() => cache.delete(country))
  return asked
}

async function fetchPlaces(country: string): Promise<Places> {
  const [en, zh] = await Promise.all(
    LANGUAGES.map(language => {
      const call = clientFor(language)
      return country
        ? call(getRegions, undefined, { params: { id: country } })
        : call(getCountries, undefined)
    }),
  )
  return { en: en ?? [], zh: zh ?? [] }
}

/** Calls for everyone, so without a token; the page's own client speaks one language only. */
const clientFor = (language: Language): Call =>
  createClient({ ...clientContext, token: () => undefined, language: () => language })

/** Named in one language, found by both. */
export function optionsOf(places: Places, language: Language): readonly ComboboxOption[] {
  const others = new Map(places[language === 'en' ? 'zh' : 'en'].map(({ id, name }) => [id, name]))
  return places[language].map(({ id, name }) => ({ id, name, alias: others.get(id) ?? '' }))
}

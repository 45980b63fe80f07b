/** Countries and their subdivisions with their names in both languages. */
import { type Call, createClient } from '@kerf/contract/client/client'
import { getCountries, getRegions } from '@kerf/contract/endpoints/region'
import { LANGUAGES, type Language } from '@kerf/contract/language'
import { clientContext } from '../../../lib/api/api-client.ts'
import type { ComboboxOption } from '../../../ui/combobox/combobox-search.ts'

export interface Entry {
  readonly id: string
  readonly name: string
}

/** Sorted in the order of each language. */
export type Places = Readonly<Record<Language, readonly Entry[]>>

/** Loads the countries, or the subdivisions of one, in both languages. */
export async function loadPlaces(country: string): Promise<Places> {
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

/** A client without a token, because the lists are public, in a given language instead of the page's. */
const clientFor = (language: Language): Call =>
  createClient({ ...clientContext, token: () => undefined, language: () => language })

/** Options named in one language and searchable in both. */
export function optionsOf(places: Places, language: Language): readonly ComboboxOption[] {
  const others = new Map(places[language === 'en' ? 'zh' : 'en'].map(({ id, name }) => [id, name]))
  return places[language].map(({ id, name }) => ({ id, name, aliases: [others.get(id) ?? ''] }))
}

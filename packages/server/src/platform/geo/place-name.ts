/** Names of stored places: '' (unknown), `US`, or `US:Austin` if a city database is configured. */
import type { Language } from '@kerf/contract/language'
import { countryName } from './countries.ts'

/** The name in `lang`; '' if the place is unknown. */
export function placeName(place: string, lang: Language): string {
  const colon = place.indexOf(':')
  const country = countryName(colon < 0 ? place : place.slice(0, colon), lang)
  const city = colon < 0 ? '' : place.slice(colon + 1)
  if (country === '' || city === '') return country
  return lang === 'zh' ? `${country} ${city}` : `${city}, ${country}`
}

/** Whether both are known, and in different countries. */
export const isOtherCountry = (one: string, other: string): boolean =>
  one !== '' && other !== '' && one.slice(0, 2) !== other.slice(0, 2)

/** A place as it is kept: '' (unknown), `US`, or `US:Austin` where a city database is configured. */
import type { Language } from '@kerf/contract/language'
import { countryName } from './countries.ts'

/** The place for a reader of `lang`; '' when it is unknown. */
export function placeName(place: string, lang: Language): string {
  const colon = place.indexOf(':')
  const country = countryName(colon < 0 ? place : place.slice(0, colon), lang)
  const city = colon < 0 ? '' : place.slice(colon + 1)
  if (country === '' || city === '') return country
  return lang === 'zh' ? `${country} ${city}` : `${city}, ${country}`
}

/** Other names by which people look for a country, besides its name in both languages. */
import type { Language } from '@kerf/contract/language'
import type { ComboboxOption } from '../../../ui/combobox/combobox-search.ts'
import { COUNTRY_PINYIN } from './country-pinyin.ts'
import { optionsOf, type Places } from './places.ts'

const NAMES: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE', 'Emirates'],
  BA: ['Bosnia', 'BiH'],
  BO: ['Plurinational State of Bolivia'],
  CD: ['DR Congo', 'DRC', 'Zaire'],
  CG: ['Republic of the Congo'],
  CI: ['Ivory Coast'],
  CN: ['PRC', 'Mainland China'],
  CV: ['Cabo Verde'],
  CZ: ['Czech Republic'],
  FK: ['Malvinas'],
  GB: ['UK', 'Britain', 'Great Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
  IR: ['Persia'],
  KP: ['DPRK', 'North Korea'],
  KR: ['Korea', 'Republic of Korea', 'South Korea'],
  LA: ['Lao'],
  LK: ['Ceylon'],
  MK: ['Macedonia'],
  MM: ['Burma'],
  NL: ['Holland'],
  PS: ['Palestine'],
  RU: ['Russian Federation'],
  SA: ['KSA'],
  SY: ['Syrian Arab Republic'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  TR: ['Turkey', 'Türkiye'],
  TW: ['Chinese Taipei'],
  US: ['USA', 'America', 'United States of America', 'The States'],
  VA: ['Holy See'],
  VN: ['Viet Nam'],
}

/** Countries searchable in both languages, by common names, and by pinyin with and without spaces and by its initials. */
export function countryOptions(
  places: Places,
  language: Language,
  /** the country that the visitor's browser is set to */
  here: string | undefined = countryOfBrowser(),
): readonly ComboboxOption[] {
  const options = optionsOf(places, language).map(option => ({
    ...option,
    aliases: [...(option.aliases ?? []), ...(NAMES[option.id] ?? []), ...pinyinOf(option.id)],
  }))
  const isHere = ({ id }: ComboboxOption) => id === here
  return [...options.filter(isHere), ...options.filter(option => !isHere(option))]
}

function pinyinOf(id: string): readonly string[] {
  const syllables = COUNTRY_PINYIN.get(id)
  if (syllables === undefined) return []
  const initials = syllables.split(' ').map(syllable => syllable[0])
  return [syllables, syllables.replaceAll(' ', ''), initials.join('')]
}

/** The region of the first preferred language that names one, as in `en-GB`. */
export function countryOfBrowser(languages: readonly string[] = navigator.languages): string | undefined {
  for (const tag of languages) {
    const region = /-([A-Z]{2})(?:-|$)/i.exec(tag)?.[1]
    if (region !== undefined) return region.toUpperCase()
  }
  return undefined
}

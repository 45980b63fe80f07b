/** Countries by ISO 3166-1 with their names from the runtime's CLDR data, sorted by the rules of the language. */
import type { Language } from '@kerf/contract/language'

export interface Place {
  readonly id: string
  readonly name: string
}

/** The officially assigned ISO 3166-1 alpha-2 codes. */
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO ' +
  'FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE ' +
  'JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO ' +
  'MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW ' +
  'PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM ' +
  'TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'

export const COUNTRY_CODES: ReadonlySet<string> = new Set(CODES.split(' '))

/** Chinese is sorted by pinyin. */
const LOCALES = { en: 'en', zh: 'zh-Hans-CN-u-co-pinyin' } as const satisfies Record<Language, string>

export const byName = (lang: Language): ((a: Place, b: Place) => number) => {
  const { compare } = new Intl.Collator(LOCALES[lang])
  return (a, b) => compare(a.name, b.name)
}

/** Created on first use: the names of a language take some megabytes. */
const names: { [lang in Language]?: Intl.DisplayNames } = {}

function namesIn(lang: Language): Intl.DisplayNames {
  names[lang] ??= new Intl.DisplayNames(lang === 'zh' ? 'zh-Hans' : 'en', {
    type: 'region',
    fallback: 'none',
  })
  return names[lang]
}

/** The name of an ISO 3166-1 code, or '' if the code is unknown. */
export const countryName = (id: string, lang: Language): string =>
  COUNTRY_CODES.has(id) ? (namesIn(lang).of(id) ?? id) : ''

const lists = new Map<Language, readonly Place[]>()

/** Every country, sorted by its name in `lang`. */
export function listCountries(lang: Language): readonly Place[] {
  let list = lists.get(lang)
  if (list === undefined) {
    list = [...COUNTRY_CODES].map(id => ({ id, name: countryName(id, lang) })).sort(byName(lang))
    lists.set(lang, list)
  }
  return list
}

/** Where statistics need an agreement first (decisions 11). */
import type { ConsentRule } from '@kerf/contract/endpoints/tracking'
import type { Config } from '../../platform/config/config.ts'

/** The EEA with the parts of its members that have codes of their own, the United Kingdom, Switzerland, Brazil, China. */
const OPT_IN = new Set(
  (
    'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO ' +
    'AX BL GF GP MF MQ RE SJ YT GB GG GI IM JE CH BR CN'
  ).split(' '),
)

/** `place`: as `placeOf` gives it, '' where unknown. The groups of Europe and China ask everybody. */
export const consentRule = (place: string, deployment: Config['deployment']): ConsentRule =>
  deployment !== 'us' || place === '' || OPT_IN.has(place.slice(0, 2)) ? 'opt-in' : 'opt-out'

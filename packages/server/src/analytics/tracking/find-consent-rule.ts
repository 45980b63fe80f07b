/** Decides by place whether statistics need consent first. */
import type { ConsentRule } from '@kerf/contract/endpoints/tracking'
import type { Config } from '../../platform/config/config.ts'

/** The EEA with those parts of its members that have country codes, the United Kingdom, Switzerland, Brazil, China. */
const OPT_IN_COUNTRIES = new Set(
  (
    'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO ' +
    'AX BL GF GP MF MQ RE SJ YT GB GG GI IM JE CH BR CN'
  ).split(' '),
)

/** `place`: as `placeOf` returns it; '' where it is unknown. The server groups of Europe and China always need consent. */
export const findConsentRule = (place: string, deployment: Config['deployment']): ConsentRule =>
  deployment !== 'us' || place === '' || OPT_IN_COUNTRIES.has(place.slice(0, 2)) ? 'opt-in' : 'opt-out'

import { getCountries, getRegions } from '@kerf/contract/endpoints/region'
import { listCountries } from '../../../platform/geo/countries.ts'
import type { AddRoute } from '../../../platform/http/route.ts'
import { listStates } from './states.ts'

export function regionRoutes(add: AddRoute): void {
  add(getCountries, (_, { caller }) => [...listCountries(caller.lang)])
  add(getRegions, (_, { caller, params }) => [...listStates(params.id ?? '', caller.lang)])
}

import { getCountries, getRegions } from '@kerf/contract/endpoints/region'
import { listCountries } from '../../../platform/geo/countries.ts'
import type { AddRoute } from '../../session/session-guard.ts'
import { listRegions } from './regions.ts'

export function regionRoutes(add: AddRoute): void {
  add(getCountries, (_, { caller }) => [...listCountries(caller.lang)])
  add(getRegions, (_, { caller, params }) => [...listRegions(params.id ?? '', caller.lang)])
}

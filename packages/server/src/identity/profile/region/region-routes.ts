import { countries, states } from '@kerf/contract/endpoints/region'
import type { AddRoute } from '../../../platform/http/route.ts'
import { listCountries } from './countries.ts'
import { listStates } from './states.ts'

export function regionRoutes(add: AddRoute): void {
  add(countries, (_, { caller }) => [...listCountries(caller.lang)])
  add(states, (_, { caller, params }) => [...listStates(params.id ?? '', caller.lang)])
}

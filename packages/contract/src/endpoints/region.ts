import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'

const entry = v.object({ id: v.string(), name: v.string() })

export const getCountries = endpoint({
  method: 'GET',
  path: '/v1/region/country',
  access: 'anyone',
  summary: 'Countries, sorted by name in the language of the call.',
  output: v.array(entry),
})

export const getRegions = endpoint({
  method: 'GET',
  path: '/v1/region/country/:id/states',
  access: 'anyone',
  summary: 'Regions of a country, sorted by name in the language of the call; may be empty.',
  output: v.array(entry),
})

import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'

const entry = v.object({ id: v.string(), name: v.string() })

export const getCountries = endpoint({
  method: 'GET',
  path: '/v1/region/country',
  access: 'anyone',
  base: 'passport',
  summary: 'Countries, sorted by name in the language of the call.',
  input: undefined,
  output: v.array(entry),
  errors: [],
})

export const getRegions = endpoint({
  method: 'GET',
  path: '/v1/region/country/:id/states',
  access: 'anyone',
  base: 'passport',
  summary: 'Regions of a country, sorted by name in the language of the call; may be empty.',
  input: undefined,
  output: v.array(entry),
  errors: [],
})

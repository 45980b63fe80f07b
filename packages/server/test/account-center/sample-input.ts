/** Valid input for every endpoint, generated from its schema, so that new endpoints are covered without a change here. */
import type { Endpoint } from '@kerf/contract/endpoint'
import * as v from 'valibot'
import { type Answer, type AnyInput, readAnswer } from '../support/api-call.ts'
import type { TestServer } from '../support/test-server.ts'
import { drawPicture } from './fixtures.ts'

/** Candidates for a string field, tried in this order. */
const STRINGS = [
  'A'.repeat(43),
  'nobody@example.com',
  '123456',
  'female',
  '2000-02-29',
  'DE',
  'DE-BY',
  'github',
  'en',
  'https://passport.example',
  'ABCDEFGH23456789ABCDEFG',
  '00000000-0000-4000-8000-00000000000f',
  'b7',
  'all',
  '7',
  'a.b.c',
  'w_AAAAAAAAAAAAAAAAAAAAAA',
  '',
]

type Schema = v.GenericSchema & {
  readonly type: string
  readonly entries?: Readonly<Record<string, Schema>>
  readonly options?: readonly unknown[]
  readonly literal?: unknown
  readonly wrapped?: Schema
  readonly item?: Schema
  readonly pipe?: readonly unknown[]
}

/** All sample values of a schema: several for a string, so that tests can replace one by another. */
export function sampleValue(schema: v.GenericSchema): unknown {
  const of = schema as Schema
  switch (of.type) {
    case 'strict_object':
    case 'object':
      return Object.fromEntries(
        Object.entries(of.entries ?? {})
          // The token decides which account a request is about.
          .filter(([name, { type }]) => name !== 'uid' || type !== 'optional')
          .map(([name, entry]) => [name, sampleValue(entry)]),
      )
    case 'union':
      return sampleValue(of.options?.[0] as v.GenericSchema)
    case 'variant':
      return sampleValue(of.options?.[0] as v.GenericSchema)
    case 'optional':
    case 'nullable':
    case 'nullish':
      return sampleValue(of.wrapped as v.GenericSchema)
    case 'picklist':
      return of.options?.[0]
    case 'literal':
      return of.literal
    case 'boolean':
      return true
    case 'array':
      return [sampleValue(of.item as v.GenericSchema)]
    default:
      return [...STRINGS, 0, 1, true].find(value => v.safeParse(schema, value).success)
  }
}

/** A body or query that the endpoint accepts; undefined if it has no input. Throws if no candidate matches. */
export function sampleInput(endpoint: Endpoint): Record<string, unknown> | undefined {
  if (endpoint.input === undefined) return undefined
  const sample = sampleValue(endpoint.input) as Record<string, unknown>
  const result = v.safeParse(endpoint.input, sample)
  if (!result.success)
    throw new Error(
      `no sample for ${endpoint.path}: ${JSON.stringify(sample)}; add a value that fits to STRINGS`,
    )
  return sample
}

/** Calls an endpoint with a sample or with the given input. An endpoint for files gets a picture. */
export async function callSample(
  server: TestServer,
  endpoint: Endpoint,
  token: string | undefined,
  input: unknown = sampleInput(endpoint),
): Promise<Answer<unknown>> {
  const params = { id: 'DE', channel: 'github' }
  const { fileBody } = endpoint
  if (!fileBody)
    return server.call(endpoint, input as AnyInput, { params, ...(token !== undefined && { token }) })
  const response = await fetch(new URL(endpoint.path, server.url), {
    method: endpoint.method,
    headers: { 'content-type': fileBody.types[0] ?? '', ...(token !== undefined && { utoken: token }) },
    body: new Uint8Array(await drawPicture()),
  })
  return readAnswer(response)
}

/** Input that fits a call, made from its schema: a new call of the table is walked over without a line here. */
import type { Endpoint } from '@kerf/contract/endpoint'
import * as v from 'valibot'
import { type Answer, type Loose, readAnswer } from '../call.ts'
import type { TestServer } from '../harness.ts'
import { picture } from './helpers.ts'

/** Tried in this order for a string; each fits some field of the contract. */
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

/** Every value a schema has samples of: more than one for a string, so that whoever looks can put others in its place. */
export function sampleOf(schema: v.GenericSchema): unknown {
  const of = schema as Schema
  switch (of.type) {
    case 'strict_object':
    case 'object':
      return Object.fromEntries(
        Object.entries(of.entries ?? {})
          // Whose account a call is about, the token says.
          .filter(([name, { type }]) => name !== 'uid' || type !== 'optional')
          .map(([name, entry]) => [name, sampleOf(entry)]),
      )
    case 'union':
      return sampleOf(of.options?.[0] as v.GenericSchema)
    case 'variant':
      return sampleOf(of.options?.[0] as v.GenericSchema)
    case 'optional':
    case 'nullable':
    case 'nullish':
      return sampleOf(of.wrapped as v.GenericSchema)
    case 'picklist':
      return of.options?.[0]
    case 'literal':
      return of.literal
    case 'boolean':
      return true
    case 'array':
      return [sampleOf(of.item as v.GenericSchema)]
    default:
      return [...STRINGS, 0, 1, true].find(value => v.safeParse(schema, value).success)
  }
}

/** A body or query the call takes; undefined for one that takes none. Throws when none of the values here fits. */
export function sampleInput(endpoint: Endpoint): Record<string, unknown> | undefined {
  if (endpoint.input === undefined) return undefined
  const sample = sampleOf(endpoint.input) as Record<string, unknown>
  const result = v.safeParse(endpoint.input, sample)
  if (!result.success)
    throw new Error(
      `no sample for ${endpoint.path}: ${JSON.stringify(sample)}; add a value that fits to STRINGS`,
    )
  return sample
}

/** Calls with a sample, or with what is given instead; a call that takes a file gets a picture. */
export async function callSample(
  server: TestServer,
  endpoint: Endpoint,
  token: string | undefined,
  input: unknown = sampleInput(endpoint),
): Promise<Answer<unknown>> {
  const params = { id: 'DE', channel: 'github' }
  const { fileBody } = endpoint
  if (!fileBody)
    return server.call(endpoint, input as Loose, { params, ...(token !== undefined && { token }) })
  const response = await fetch(new URL(endpoint.path, server.url), {
    method: endpoint.method,
    headers: { 'content-type': fileBody.types[0] ?? '', ...(token !== undefined && { utoken: token }) },
    body: new Uint8Array(await picture()),
  })
  return readAnswer(response)
}

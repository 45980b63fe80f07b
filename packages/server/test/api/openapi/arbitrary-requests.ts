/** Generators of requests for an operation of the OpenAPI document: as documented, or with one value changed. */
import { IDEMPOTENCY_HEADER } from '@kerf/contract/headers'
import fc from 'fast-check'
import { allowedValues, type Change, changes, type KnownValues } from './arbitrary-values.ts'
import type { DocumentReader, Operation, Parameter, Schema } from './document-operations.ts'

export const CALLERS = ['rightful', 'anonymous', 'other'] as const

export interface GeneratedRequest {
  readonly caller: (typeof CALLERS)[number]
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  /** JSON value; undefined: no body */
  readonly body: unknown
  /** why the document forbids the request; undefined: it is allowed */
  readonly forbidden: string | undefined
}

type Path = readonly (string | number)[]

/** Every place of a schema below which a value can be changed. */
function placesOf(
  given: Schema,
  resolve: DocumentReader['resolve'],
  path: Path = [],
): { path: Path; schema: Schema }[] {
  const schema = resolve(given).value
  const {
    properties = {},
    items,
    anyOf = [],
  } = schema as { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }
  return [
    { path, schema },
    ...Object.entries(properties).flatMap(([name, child]) => placesOf(child, resolve, [...path, name])),
    ...(items ? placesOf(items, resolve, [...path, 0]) : []),
    ...anyOf.flatMap(choice => placesOf(choice, resolve, path).slice(1)),
  ]
}

function changeAt(value: unknown, path: Path, change: Change): unknown {
  const [key, ...rest] = path
  if (key === undefined) return change(value)
  if (Array.isArray(value))
    return value.map((item, index) => (index === key ? changeAt(item, rest, change) : item))
  if (typeof value !== 'object' || value === null) return value
  return { ...value, [key]: changeAt((value as Record<string, unknown>)[String(key)], rest, change) }
}

/** A query string has text only. */
const asParameter = (value: unknown): string =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()
const readParameter = (text: string, { type }: Schema): unknown =>
  type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text

const remove: Change = () => undefined
const addUnknown: Change = value =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, unknownField: 1 } : value

export function requestsOf(
  reader: DocumentReader,
  operation: Operation,
  known: KnownValues,
): fc.Arbitrary<GeneratedRequest> {
  const { resolve, explain } = reader
  const parameters = reader.parametersOf(operation)
  const body = reader.bodyOf(operation)
  const inPlace = (place: Parameter['in']) => parameters.filter(parameter => parameter.in === place)
  const valuesOf = (list: typeof parameters) =>
    fc.record(
      Object.fromEntries(list.map(({ name, schema }) => [name, allowedValues(schema, resolve, known, name)])),
      { requiredKeys: list.filter(({ required }) => required).map(({ name }) => name) },
    )
  const queries = inPlace('query')
  const bodyPlaces = body ? placesOf(body.schema, resolve) : []
  const changeOf = ({ path, schema }: { path: Path; schema: Schema }) =>
    fc.oneof(
      { weight: 6, arbitrary: changes(schema, resolve) },
      ...(path.length > 0 ? [{ weight: 1, arbitrary: fc.constant(remove) }] : []),
      ...(schema.type === 'object' ? [{ weight: 2, arbitrary: fc.constant(addUnknown) }] : []),
    )
  const changeOptions = [
    ...bodyPlaces.map(place =>
      changeOf(place).map(change => ({ query: undefined, path: place.path, change })),
    ),
    ...queries.map(({ name, schema }) =>
      changes(schema, resolve).map(change => ({ query: name, path: [] as Path, change })),
    ),
  ]

  return fc
    .record({
      caller: fc.constantFrom(...CALLERS, 'rightful' as const, 'rightful' as const),
      params: valuesOf(inPlace('path')),
      query: valuesOf(queries),
      headers: valuesOf(inPlace('header').filter(({ name }) => name !== IDEMPOTENCY_HEADER)),
      idempotencyKey: fc.uuid(),
      body: body ? allowedValues(body.schema, resolve, known) : fc.constant(undefined),
      change:
        changeOptions.length > 0
          ? fc.option(fc.oneof(...changeOptions), { nil: undefined, freq: 2 })
          : fc.constant(undefined),
    })
    .map(({ caller, params, query, headers, idempotencyKey, body: allowed, change }) => {
      const changedQuery =
        change?.query === undefined ? query : { ...query, [change.query]: change.change(query[change.query]) }
      const changed =
        change && change.query === undefined ? changeAt(allowed, change.path, change.change) : allowed
      // As the server reads it: without keys whose value is undefined.
      const sent = changed === undefined ? undefined : JSON.parse(JSON.stringify(changed))
      const texts = Object.fromEntries(
        Object.entries(changedQuery).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, asParameter(value)]],
        ),
      )
      const forbidden: string[] = []
      for (const { name, schema, required, isValid } of queries) {
        const text = texts[name]
        if (text === undefined ? required : !isValid(readParameter(text, schema)))
          forbidden.push(`query ${name}: ${explain(isValid.errors)}`)
      }
      if (body && !body.isValid(sent)) forbidden.push(explain(body.isValid.errors))
      return {
        caller,
        path: operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
          encodeURIComponent(asParameter(params[name])),
        ),
        query: texts,
        headers: {
          ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
          ...(inPlace('header').some(({ name }) => name === IDEMPOTENCY_HEADER) && {
            [IDEMPOTENCY_HEADER]: idempotencyKey,
          }),
        },
        body: sent,
        forbidden: forbidden.length > 0 ? forbidden.join('; ') : undefined,
      }
    })
}

/** Every list of every call: one invalid row never hides the others. */
import type { Endpoint } from '@kerf/contract/endpoint'
import { ENDPOINTS } from '@kerf/contract/endpoints/all-endpoints'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { type LeftOutRows, parseOutput } from './call-output.ts'

/** What the schemas of outputs consist of. */
interface Schema {
  readonly type: string
  readonly entries?: Readonly<Record<string, Schema>>
  readonly item?: Schema
  readonly wrapped?: Schema
  readonly options?: readonly unknown[]
  readonly literal?: unknown
}

type Path = readonly string[]

/** Paths of the outermost lists. */
function listsIn(schema: Schema, path: Path = []): Path[] {
  if (schema.type === 'array') return [path]
  if (schema.wrapped) return listsIn(schema.wrapped, path)
  return Object.entries(schema.entries ?? {}).flatMap(([key, entry]) => listsIn(entry, [...path, key]))
}

/** A value of the schema, with two rows in each list. */
function sampleOf(schema: Schema): unknown {
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.entries ?? {}).map(([key, entry]) => [key, sampleOf(entry)]),
      )
    case 'array':
      return [sampleOf(schema.item as Schema), sampleOf(schema.item as Schema)]
    case 'optional':
    case 'nullable':
      return sampleOf(schema.wrapped as Schema)
    case 'picklist':
      return schema.options?.[0]
    case 'literal':
      return schema.literal
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'record':
    case 'unknown':
      return {}
    default:
      return 'en-us'
  }
}

const listAt = (value: unknown, path: Path): unknown[] =>
  path.reduce((part, key) => (part as Record<string, unknown>)[key], value) as unknown[]

const endpoints = Object.entries(ENDPOINTS) as [string, Endpoint][]
const lists = endpoints.flatMap(([name, { output }]) =>
  listsIn(output as unknown as Schema).map(path => ({
    name,
    list: path.join('.') || 'the answer',
    output,
    path,
  })),
)

describe('a list with an invalid row', () => {
  test('knows the lists of the contract', () => {
    expect(lists.length).toBeGreaterThanOrEqual(15)
  })

  test.each(lists)('$name: $list shows its other rows', ({ output, path }) => {
    const data = sampleOf(output as unknown as Schema)
    expect(v.safeParse(output, data).issues).toBeUndefined()
    const whole = structuredClone(data)
    listAt(data, path).splice(1, 0, null)
    const leftOut: LeftOutRows[] = []
    expect(parseOutput(output, data, rows => leftOut.push(rows))).toEqual(whole)
    expect(leftOut).toEqual([{ rows: 1, fields: [path.join('.')] }])
  })
})

describe('output', () => {
  const schema = v.object({
    items: v.array(v.object({ name: v.string(), tags: v.array(v.object({ at: v.number() })) })),
    next: v.nullable(v.string()),
  })
  const ignore = (): void => undefined

  test('loses its unknown fields', () => {
    expect(parseOutput(schema, { items: [], next: null, hash: 'secret' }, ignore)).toEqual({
      items: [],
      next: null,
    })
  })

  test('loses the whole row when a list in it is invalid, and reports fields without values', () => {
    const leftOut: LeftOutRows[] = []
    const items = [
      { name: 'birch', tags: [{ at: 1 }] },
      { name: 'oak', tags: [{ at: 1 }, { at: 'secret' }] },
      { name: 5, tags: [{ at: 'secret' }] },
    ]
    expect(parseOutput(schema, { items, next: null }, rows => leftOut.push(rows)).items).toEqual([items[0]])
    expect(leftOut).toEqual([{ rows: 2, fields: ['items.tags.at', 'items.name'] }])
  })

  test('that is invalid outside a list is an error', () => {
    expect(() => parseOutput(schema, { items: [{}], next: 5 }, ignore)).toThrow(v.ValiError)
  })
})

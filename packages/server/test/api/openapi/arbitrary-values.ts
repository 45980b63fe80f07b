/** Generators of values for a JSON schema: values that the schema allows, and values next to them. The judge decides which is which. */
import fc from 'fast-check'
import { IS_WHOLE } from '../../support/corpora.ts'
import type { DocumentReader, Schema } from './document-operations.ts'

/** One unit of text in UTF-16, one in UTF-8 but two in UTF-16, invisible, white space, and no character at all. */
const ODD_CHARACTERS = [
  'a',
  '7',
  '-',
  '_',
  '.',
  ' ',
  '\n',
  '\u00e9',
  '激',
  '😀',
  '\u0000',
  '\u200b',
  '\u202e',
  '\ud800',
  '"',
  '/',
]
const STRING_MAX = 20_000

const withoutLookaround = (pattern: string): string =>
  pattern.replace(/\(\?<?[=!](?:\\.|\[(?:\\.|[^\]])*\]|[^()])*\)/g, '')

/** Characters of several scripts and planes. */
const UNICODE_SAMPLES: Readonly<Record<string, string>> = {
  L: 'A-Za-z\\u00c0-\\u00d6\\u0430-\\u044f\\u05d0-\\u05ea\\u4e00-\\u9fa5\\u{10330}-\\u{10340}',
  M: '\\u0300-\\u036f\\u0900-\\u0903\\u{1e8d0}-\\u{1e8d6}',
  N: '0-9\\u0660-\\u0669\\u2160-\\u2188\\u{1d7ce}-\\u{1d7ff}',
}
const VISIBLE_SAMPLE =
  '[!-~\\u00a1-\\u00ac\\u00ae-\\u024f\\u0430-\\u044f\\u4e00-\\u9fa5\\u{1f600}-\\u{1f64f}]'

/**
 * To prepare a class of Unicode characters takes seconds in which this process answers no call: a sample replaces it, except with
 * `TEST_CORPORA=whole`.
 */
const withSampledClasses = (pattern: string): string =>
  IS_WHOLE
    ? pattern
    : pattern
        .replace(/\[\^(?:\\.|[^\]])*\\p\{(?:\\.|[^\]])*\]/g, VISIBLE_SAMPLE)
        .replace(/\\p\{([LMN])\}/g, (_, name: string) => UNICODE_SAMPLES[name] ?? '')

export type Resolve = DocumentReader['resolve']

/** Known values by field name, so that some requests get beyond the checks of their form. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>

const matched = new Map<string, fc.Arbitrary<string>>()
/** Texts that match the pattern. Kept, because some take long to prepare. */
function matching(pattern: string): fc.Arbitrary<string> {
  const exact = new RegExp(pattern, 'u')
  const known = matched.get(pattern)
  if (known) return known
  const texts = fc
    .stringMatching(new RegExp(withSampledClasses(withoutLookaround(pattern)), 'u'))
    .filter(text => exact.test(text))
  matched.set(pattern, texts)
  return texts
}

function strings(schema: Schema): fc.Arbitrary<unknown> {
  const {
    pattern,
    minLength = 0,
    maxLength = STRING_MAX,
    format,
  } = schema as {
    pattern?: string
    minLength?: number
    maxLength?: number
    format?: string
  }
  if (format === 'date')
    return fc
      .date({ min: new Date('1850-01-01'), max: new Date(), noInvalidDate: true })
      .map(date => date.toISOString().slice(0, 10))
  if (format === 'uuid') return fc.uuid()
  const fits = (text: string): boolean => [...text].length >= minLength && [...text].length <= maxLength
  if (pattern !== undefined) return matching(pattern).filter(fits)
  return fc.oneof(
    fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 30), unit: 'binary' }),
    fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 30) }),
    fc.constantFrom(...ODD_CHARACTERS).map(character => character.repeat(Math.min(maxLength, STRING_MAX))),
  )
}

function integers(schema: Schema): fc.Arbitrary<number> {
  const { multipleOf: step = 1, minimum = -1e12, maximum = 1e12 } = schema as Record<string, number>
  const [min, max] = [Math.ceil(minimum / step), Math.floor(maximum / step)]
  return fc
    .oneof(
      fc.integer({ min: Math.max(min, -0x8000_0000), max: Math.min(max, 0x7fff_ffff) }),
      fc.constantFrom(min, max),
    )
    .map(value => value * step)
}

/** Values that the schema mostly allows. */
export function allowedValues(
  given: Schema,
  resolve: Resolve,
  known: KnownValues,
  name = '',
): fc.Arbitrary<unknown> {
  const schema = resolve(given).value
  const next = (child: unknown, field = name) => allowedValues(child as Schema, resolve, known, field)
  const {
    enum: options,
    anyOf,
    oneOf,
    type,
    examples = [],
  } = schema as {
    enum?: unknown[]
    anyOf?: Schema[]
    oneOf?: Schema[]
    type?: string | string[]
    examples?: unknown[]
  }
  if ('const' in schema) return fc.constant(schema.const)
  if (options) return fc.constantFrom(...options)
  const choices = anyOf ?? oneOf
  if (choices && type === undefined) return fc.oneof(...choices.map(choice => next(choice)))
  switch (type) {
    case 'object': {
      const properties = (schema.properties ?? {}) as Readonly<Record<string, Schema>>
      const alternatives = choices?.map(choice => (choice as { required?: string[] }).required ?? [])
      const required = (schema.required ?? []) as string[]
      const fields = Object.fromEntries(
        Object.entries(properties).map(([key, child]) => [key, next(child, key)]),
      )
      if (!alternatives) return fc.record(fields, { requiredKeys: required })
      return fc.oneof(
        ...alternatives.map(extra =>
          fc.record(
            Object.fromEntries(
              Object.entries(fields).filter(
                ([key]) => extra.includes(key) || !alternatives.flat().includes(key),
              ),
            ),
            { requiredKeys: [...required, ...extra] },
          ),
        ),
      )
    }
    case 'array': {
      const { minItems = 0, maxItems = 5 } = schema as { minItems?: number; maxItems?: number }
      return fc.array(next(schema.items), {
        minLength: minItems,
        maxLength: Math.min(maxItems, minItems + 3),
      })
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'integer':
    case 'number':
      return integers(schema)
    default: {
      const generated = strings(schema)
      const fixed = [...(known[name] ?? []), ...examples]
      return fixed.length > 0 ? fc.oneof(generated, fc.constantFrom(...fixed)) : generated
    }
  }
}

/** How one value of a request is changed. */
export type Change = (value: unknown) => unknown

const insert = (text: string, at: number, part: string): string => {
  const characters = [...text]
  const index = at % (characters.length + 1)
  return [...characters.slice(0, index), part, ...characters.slice(index)].join('')
}

const resized = (value: unknown, length: number, filler: string): string => {
  const characters = typeof value === 'string' ? [...value] : []
  return characters.length > length
    ? characters.slice(0, length).join('')
    : characters.join('') + filler.repeat(length - characters.length)
}

/** Changes that often lead across a border of the schema. */
export function changes(given: Schema, resolve: Resolve): fc.Arbitrary<Change> {
  const schema = resolve(given).value as {
    maxLength?: number
    minLength?: number
    maximum?: number
    minimum?: number
    maxItems?: number
    format?: string
  }
  const lengths = [schema.maxLength, schema.minLength].flatMap(limit =>
    limit === undefined ? [] : [limit - 1, limit, limit + 1],
  )
  const numbers = [schema.maximum, schema.minimum].flatMap(limit =>
    limit === undefined ? [] : [limit - 1, limit + 1],
  )
  const character = fc.constantFrom(...ODD_CHARACTERS)
  const wrongType = fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e308, 2 ** 53, '', [], {}, ['x'], {
    a: 1,
  })
  return fc.oneof(
    wrongType.map(value => () => value),
    fc.tuple(fc.nat(50), character).map(
      ([at, part]) =>
        (value: unknown) =>
          typeof value === 'string' ? insert(value, at, part) : value,
    ),
    fc
      .constantFrom('\n', ' ', '\u3000', '\ufeff')
      .map(space => (value: unknown) => (typeof value === 'string' ? `${space}${value}${space}` : value)),
    fc
      .nat(50)
      .map(
        at => (value: unknown) =>
          typeof value === 'string' ? [...value].toSpliced(at % ([...value].length || 1), 1).join('') : value,
      ),
    fc.string({ unit: 'binary', maxLength: 40 }).map(text => () => text),
    fc.integer().map(number => () => number),
    ...(lengths.length > 0
      ? [
          fc.tuple(fc.constantFrom(...lengths.filter(length => length >= 0)), character).map(
            ([length, filler]) =>
              (value: unknown) =>
                resized(value, length, filler),
          ),
        ]
      : []),
    ...(numbers.length > 0 ? [fc.constantFrom(...numbers).map(number => () => number)] : []),
    ...(schema.format === 'date'
      ? [
          fc
            .constantFrom('2023-02-29', '2024-02-29', '0001-01-01', '1899-12-31', '9999-12-31', '2000-13-01')
            .map(text => () => text),
        ]
      : []),
    ...(schema.maxItems !== undefined
      ? [
          fc
            .constantFrom(schema.maxItems, schema.maxItems + 1)
            .map(
              length => (value: unknown) =>
                Array.isArray(value)
                  ? Array.from({ length }, (_, i) => value[i % (value.length || 1)])
                  : value,
            ),
        ]
      : []),
  )
}

/** The fields of a JSON schema as lines of a table. */
import type { JsonSchema } from '@valibot/to-json-schema'

export interface Field {
  /** dotted path; `[]` marks the items of a list */
  readonly path: string
  readonly type: string
  readonly required: boolean
}

const typeOf = (schema: JsonSchema): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map(value => JSON.stringify(value)).join(' | ')
  const options = schema.anyOf ?? schema.oneOf
  if (options) return options.map(one => typeOf(one as JsonSchema)).join(' | ')
  const { minLength, maxLength, minimum, maximum } = schema
  const limits = [
    minimum !== undefined && maximum !== undefined && `${minimum} to ${maximum}`,
    minLength === 1 ? 'not empty' : minLength !== undefined && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
  ].filter(Boolean)
  const name = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any')
  return [name, ...limits].join(', ')
}

/** The forms that an object may have; one for most schemas. */
export function formsOf(schema: JsonSchema): JsonSchema[] {
  const forms = ((schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[]).filter(one => one.type === 'object')
  return forms.length > 0 ? forms : [schema]
}

/** The fields of a schema, one line each, nested ones after their parent. */
export function fieldsOf(schema: JsonSchema, prefix = ''): Field[] {
  if (schema.type === 'array' && typeof schema.items === 'object' && !Array.isArray(schema.items))
    return fieldsOf(schema.items as JsonSchema, `${prefix}[]`)
  const nested = (schema.anyOf ?? []).find(one => (one as JsonSchema).type === 'object') as
    | JsonSchema
    | undefined
  const { properties, required = [] } = nested ?? schema
  return Object.entries(properties ?? {}).flatMap(([name, value]) => {
    const child = value as JsonSchema
    const path = prefix === '' ? name : `${prefix}.${name}`
    return [{ path, type: typeOf(child), required: required.includes(name) }, ...fieldsOf(child, path)]
  })
}

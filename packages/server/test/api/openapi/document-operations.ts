/** The operations of the OpenAPI document, with ajv as the judge of what the document allows. */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

export type Schema = Readonly<Record<string, unknown>>
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly required?: boolean
  readonly schema: Schema
}
interface Media {
  readonly schema?: Schema
}
interface DocumentResponse {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>
  readonly content?: Readonly<Record<string, Media>>
}
interface DocumentOperation {
  readonly operationId: string
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly Schema[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Schema>>
  readonly 'x-value-rules'?: Readonly<Record<string, string>>
}
export interface Operation extends DocumentOperation {
  readonly method: string
  readonly path: string
  /** JSON pointer of the operation */
  readonly pointer: string
}
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>
}

const DOCUMENT = 'openapi.json'
const escapePointer = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')

export function readDocument(document: OpenApi) {
  // The document as a whole is no schema, so unknown keywords are accepted; the OpenAPI validator checks each schema.
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addKeyword({
    keyword: 'x-max-bytes',
    type: 'string',
    validate: (max: number, text: string) => Buffer.byteLength(text) <= max,
  })
  ajv.addSchema({ ...document, $id: DOCUMENT })
  const compiled = new Map<string, ValidateFunction>()
  const compile = (pointer: string): ValidateFunction => {
    const known = compiled.get(pointer)
    if (known) return known
    const validate = ajv.compile({ $ref: `${DOCUMENT}#${encodeURI(pointer)}` })
    compiled.set(pointer, validate)
    return validate
  }

  const resolve = <T>(value: T): { value: T; pointer: string | undefined } => {
    const ref = (value as { $ref?: string } | undefined)?.$ref
    if (ref === undefined) return { value, pointer: undefined }
    const found = ref
      .slice(2)
      .split('/')
      .reduce<unknown>(
        (at, key) => (at as Record<string, unknown>)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')],
        document,
      )
    return { value: found as T, pointer: ref.slice(1) }
  }

  const operations: Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      pointer: `/paths/${escapePointer(path)}/${method}`,
    })),
  )

  const parametersOf = ({ parameters = [], pointer }: Operation) =>
    parameters.map((parameter, index) => {
      const { value, pointer: target } = resolve(parameter)
      return {
        ...(value as unknown as Parameter),
        isValid: compile(`${target ?? `${pointer}/parameters/${index}`}/schema`),
      }
    })

  const bodyOf = ({ requestBody, pointer }: Operation) => {
    const schema = requestBody?.content['application/json']?.schema
    if (schema === undefined) return undefined
    return { schema, isValid: compile(`${pointer}/requestBody/content/application~1json/schema`) }
  }

  /** What the answer has that the document does not; undefined: nothing. */
  const findUndocumented = (
    operation: Operation,
    { status, headers, text }: { readonly status: number; readonly headers: Headers; readonly text: string },
  ): string | undefined => {
    const given = operation.responses[String(status)]
    if (given === undefined) return `status ${status} is not documented: ${text.slice(0, 200)}`
    const { value, pointer = `${operation.pointer}/responses/${status}` } = resolve(given)
    const { content, headers: documented = {} } = value as DocumentResponse
    for (const [name, header] of Object.entries(documented))
      if (resolve(header).value.required && !headers.has(name)) return `${status} has no header ${name}`
    const type = headers.get('content-type')?.split(';')[0] ?? ''
    if (content === undefined) return text === '' ? undefined : `${status} has a body: ${text.slice(0, 200)}`
    if (content[type] === undefined) return `${status} has the media type ${type}`
    if (type !== 'application/json') return undefined
    const isValid = compile(`${pointer}/content/application~1json/schema`)
    return isValid(JSON.parse(text))
      ? undefined
      : `${status} ${text.slice(0, 300)}: ${ajv.errorsText(isValid.errors)}`
  }

  return { operations, resolve, parametersOf, bodyOf, findUndocumented, explain: ajv.errorsText.bind(ajv) }
}

export type DocumentReader = ReturnType<typeof readDocument>

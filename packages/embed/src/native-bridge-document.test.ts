/** docs/native-bridge.md is the contract that apps are written against: it lists every message, call, limit and error of the code. */
import { readFileSync } from 'node:fs'
import {
  HOST_MESSAGE_LENGTH_MAX,
  HOST_MESSAGES_PER_SECOND_MAX,
  hostMessageSchema,
  type PortalEvent,
  PROTOCOL_VERSION,
  RELOAD_INTERVAL_MIN_MS,
} from '@kerf/contract/host/host-messages'
import {
  GCODE_LENGTH_MAX,
  HOST_ERROR_CODES,
  HOST_FILE_LENGTH_MAX,
  HOST_FILE_TYPES,
  hostFileSchema,
  NATIVE_CALLS,
  NATIVE_METHODS,
  type NativeCallError,
  STORAGE_VALUE_LENGTH_MAX,
} from '@kerf/contract/host/native-calls'
import { SYSTEMS } from '@kerf/contract/portal-url'
import { expect, test } from 'vitest'

const text = readFileSync(new URL('../../../docs/native-bridge.md', import.meta.url), 'utf8')

/** The rows of the table whose first heading is given, as cells. */
function tableOf(heading: string): string[][] {
  const [, after = ''] = text.split(`\n| ${heading} |`)
  const [table = ''] = after.split('\n\n')
  return table
    .split('\n')
    .slice(2)
    .map(line =>
      line
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim()),
    )
}
const namesOf = (heading: string): string[] => tableOf(heading).map(([name = '']) => name.replaceAll('`', ''))
const sectionOf = (method: string): string => text.split(`\n### \`${method}\`\n`)[1]?.split('\n#')[0] ?? ''
const grouped = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ' ')

const PORTAL_EVENTS: Record<PortalEvent['type'], true> = {
  ready: true,
  login: true,
  result: true,
  logout: true,
  resize: true,
  language: true,
  cookies: true,
  close: true,
  session: true,
  call: true,
  cancel: true,
  failed: true,
}
const ERRORS: Record<NativeCallError, true> = {
  refused: true,
  unsupported: true,
  'no-device': true,
  failed: true,
  'no-host': true,
  'too-old': true,
  timeout: true,
  cancelled: true,
  busy: true,
  malformed: true,
  'not-allowed': true,
  blocked: true,
}

interface Schema {
  readonly entries?: Readonly<Record<string, Schema>>
  readonly options?: readonly Schema[]
  readonly literal?: unknown
}
const typesOf = ({ options, entries }: Schema): unknown[] =>
  options ? options.flatMap(typesOf) : [entries?.type?.literal]

test('lists every message of an app and of the page', () => {
  expect(namesOf('message from the app').sort()).toEqual(
    [...new Set(typesOf(hostMessageSchema as Schema))].sort(),
  )
  expect(namesOf('message from the page').sort()).toEqual(Object.keys(PORTAL_EVENTS).sort())
})

test('lists every method, in a row and a section of its own', () => {
  expect(namesOf('method')).toEqual(NATIVE_METHODS)
  expect([...text.matchAll(/^### `(.+)`$/gm)].map(([, name]) => name)).toEqual(NATIVE_METHODS)
})

test.each(NATIVE_METHODS)('%s: fields and time-out', method => {
  const { input, output, timeout } = NATIVE_CALLS[method]
  const [, given = '', value = '', limit] = tableOf('method').find(([name]) => name === `\`${method}\``) ?? []
  const fields = (schema: Schema) =>
    Object.keys(schema.entries ?? {})
      .map(name => `\`${name}\``)
      .join(', ')
  expect(given).toBe((input as unknown) === hostFileSchema ? 'a file' : fields(input as Schema))
  expect(value).toBe(fields(output as Schema))
  const seconds = timeout / 1000
  expect(limit).toBe(seconds < 3600 ? `${seconds} s` : `${seconds / 3600} h`)
  // What the section says of the method names each field.
  for (const name of Object.keys({ ...(output as Schema).entries }))
    expect(sectionOf(method)).toContain(`\`${name}\``)
})

test('lists every error', () => {
  expect(namesOf('reason')).toEqual(HOST_ERROR_CODES)
  for (const name of Object.keys(ERRORS)) expect(text).toContain(`\`${name}\``)
})

test('states the limits of the code', () => {
  expect(text).toContain(`${grouped(HOST_MESSAGE_LENGTH_MAX)} characters`)
  expect(text).toContain(`${grouped(HOST_FILE_LENGTH_MAX)} characters`)
  expect(sectionOf('gcode.generate')).toContain(`${grouped(GCODE_LENGTH_MAX)} characters`)
  expect(sectionOf('storage.save')).toContain(`${grouped(STORAGE_VALUE_LENGTH_MAX)} characters`)
  expect(text).toContain(`\`version: ${PROTOCOL_VERSION}\``)
  expect(text).toContain(`once in ${RELOAD_INTERVAL_MIN_MS / 1000} s`)
  expect(HOST_MESSAGES_PER_SECOND_MAX).toBe(5)
  expect(text).toContain('takes five messages in any second')
  for (const name of [...HOST_FILE_TYPES, ...SYSTEMS]) expect(text).toContain(`\`${name}\``)
})

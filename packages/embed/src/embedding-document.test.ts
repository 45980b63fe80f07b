/** docs/embedding.md and docs/messages.md list every option, attribute, method and event of the SDK. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type {
  Kerf,
  KerfEvent,
  KerfLoginOptions,
  KerfMessagesEventMap,
  KerfMessagesTheme,
  KerfMounted,
  KerfMountOptions,
  KerfOptions,
} from './index.ts'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const embedding = read('../../../docs/embedding.md')
const messages = read('../../../docs/messages.md')

/** First cells of the rows of the table whose first heading is given. */
function rowsOf(text: string, heading: string): string[] {
  const [, after = ''] = text.split(`\n| ${heading} |`)
  const [table = ''] = after.split('\n\n')
  return table
    .split('\n')
    .slice(2)
    .flatMap(line => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
}
/** A list that fails to compile while it lacks a key of the type. */
const keysOf = <T>(keys: Record<keyof T, true>): string[] => Object.keys(keys)

test('options of createKerf', () => {
  const options = keysOf<KerfOptions>({
    portal: true,
    app: true,
    origin: true,
    language: true,
    theme: true,
    system: true,
    appVersion: true,
    timeoutMs: true,
    patience: true,
  })
  expect(rowsOf(embedding, 'option').sort()).toEqual(options.filter(name => name !== 'patience').sort())
})

test('methods, events and their options', () => {
  const methods = keysOf<Kerf>({
    openLogin: true,
    mount: true,
    getSession: true,
    logout: true,
    on: true,
    handle: true,
    destroy: true,
  })
  for (const name of methods) expect(embedding).toMatch(new RegExp(`^\\| \`${name}\\(`, 'm'))
  const events = keysOf<Record<KerfEvent, unknown>>({
    ready: true,
    login: true,
    result: true,
    logout: true,
    resize: true,
    language: true,
    cookies: true,
    close: true,
    failed: true,
  })
  expect(rowsOf(embedding, 'event').sort()).toEqual(events.sort())
  const others = [
    ...keysOf<KerfMountOptions>({ page: true, ticket: true, autoHeight: true }),
    ...keysOf<KerfLoginOptions>({ in: true, business: true }),
    ...keysOf<KerfMounted>({
      frame: true,
      reload: true,
      setTheme: true,
      setLanguage: true,
      setCookies: true,
      signIn: true,
      unmount: true,
    }),
  ]
  for (const name of others) expect(embedding).toMatch(new RegExp(`\`${name}\``))
})

/** Attributes that the source of an element reads. */
const attributesOf = (source: string): string[] => [
  ...new Set(
    [...source.matchAll(/(?:\bread|[gs]etAttribute|hasAttribute)\('([a-z-]+)'\)/g)].map(
      ([, name = '']) => name,
    ),
  ),
]

test('attributes of <kerf-portal>', () => {
  expect(rowsOf(embedding, 'attribute').sort()).toEqual(attributesOf(read('./element.ts')).sort())
  expect(embedding).toContain('`element.kerf`')
})

test('attributes, properties and events of <kerf-messages>', () => {
  for (const name of attributesOf(read('./messages-element.ts')))
    expect(messages).toContain(`| \`${name}\` |`)
  for (const name of keysOf<KerfMessagesTheme>({ color: true, emptyDataImg: true, var: true }))
    expect(messages).toContain(`| \`theme.${name}\` |`)
  const events = keysOf<Omit<KerfMessagesEventMap, keyof HTMLElementEventMap>>({
    'kerf-unread': true,
    'kerf-expired': true,
    'kerf-failed': true,
  })
  expect(rowsOf(messages, 'event')).toEqual(expect.arrayContaining(events))
})

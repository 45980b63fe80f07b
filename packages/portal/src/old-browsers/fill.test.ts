import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'

const source = stripTypeScriptTypes(readFileSync(new URL('fill.ts', import.meta.url), 'utf8'))

const MISSING = [
  'Promise.withResolvers',
  'Object.hasOwn',
  'Array.prototype.at',
  'String.prototype.at',
  'Array.prototype.findLast',
  'Array.prototype.toSorted',
  'Array.prototype.toReversed',
]

/** The globals of an old browser: those of the language without the listed functions, and bare ones of the web. */
function openOldBrowser() {
  const context = createContext({
    AbortController,
    AbortSignal: { prototype: {} },
    DOMException,
    URL: function OldUrl(url: string, base?: string) {
      return new URL(url, base)
    },
    crypto: { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) },
    setTimeout,
  })
  const run = (script: string): unknown => runInContext(script, context)
  for (const name of MISSING) run(`delete ${name}`)
  for (const name of MISSING) expect(run(`${name} === undefined`), name).toBe(true)
  run(`(() => {${source}\n})()`)
  return run
}

test('adds nothing where the browser has the function, and nothing enumerable where it lacks it', () => {
  const context = createContext({ ...openWebGlobals() })
  const before = runInContext('Array.prototype.at', context)
  runInContext(`(() => {${source}\n})()`, context)
  expect(runInContext('Array.prototype.at', context)).toBe(before)
  expect(openOldBrowser()('const names = []; for (const name in []) names.push(name); names.join()')).toBe('')
})

const openWebGlobals = () => ({ AbortController, AbortSignal, DOMException, URL, crypto, setTimeout })

test.each([
  ['Object.hasOwn({ a: undefined }, "a")', true],
  ['Object.hasOwn({}, "toString")', false],
  ['URL.canParse("https://a/")', true],
  ['URL.canParse("/a")', false],
  ['URL.canParse("/a", "https://b")', true],
  ['[1, 2, 3].at(-1)', 3],
  ['[1, 2, 3].at(1.9)', 2],
  ['[1, 2, 3].at(-4)', undefined],
  ['"abc".at(-1)', 'c'],
  ['"abc".at(3)', undefined],
  ['[3, 1, 2].findLast(value => value < 3)', 2],
  ['[3, 1, 2].findLast(value => value > 3)', undefined],
  ['const list = [3, 1, 2]; [list.toSorted((a, b) => a - b), list].join(" ")', '1,2,3 3,1,2'],
  ['const list = [3, 1, 2]; [list.toReversed(), list].join(" ")', '2,1,3 3,1,2'],
  ['const value = { a: [1, { b: null }] }; JSON.stringify(structuredClone(value))', '{"a":[1,{"b":null}]}'],
  ['const value = { a: [] }; structuredClone(value).a === value.a', false],
  ['structuredClone(undefined)', undefined],
  ['AbortSignal.prototype.throwIfAborted.call({ aborted: false })', undefined],
])('%s is %j', (script, expected) => {
  expect(openOldBrowser()(script)).toBe(expected)
})

test('creates UUIDs of version 4', () => {
  const run = openOldBrowser()
  const uuid = run('crypto.randomUUID()')
  expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(run('crypto.randomUUID()')).not.toBe(uuid)
})

test('resolves and rejects by Promise.withResolvers', async () => {
  const run = openOldBrowser()
  const { promise, resolve } = run('Promise.withResolvers()') as PromiseWithResolvers<number>
  resolve(1)
  expect(await promise).toBe(1)
  const failed = run('Promise.withResolvers()') as PromiseWithResolvers<number>
  failed.reject(new Error('no'))
  await expect(failed.promise).rejects.toThrow('no')
})

test('aborts by time and with any of several signals', async () => {
  const run = openOldBrowser()
  const late = run('AbortSignal.timeout(5)') as AbortSignal
  expect(late.aborted).toBe(false)
  await expect.poll(() => late.reason).toMatchObject({ name: 'TimeoutError' })
  const any = run('AbortSignal.any') as (signals: AbortSignal[]) => AbortSignal
  const [first, second] = [new AbortController(), new AbortController()]
  const signal = any([first.signal, second.signal])
  expect(signal.aborted).toBe(false)
  second.abort('reason')
  expect([signal.aborted, signal.reason]).toEqual([true, 'reason'])
  expect(any([second.signal]).aborted).toBe(true)
  const assertNotAborted = run('AbortSignal.prototype.throwIfAborted') as () => void
  expect(() => assertNotAborted.call({ aborted: true, reason: new Error('gone') })).toThrow('gone')
})

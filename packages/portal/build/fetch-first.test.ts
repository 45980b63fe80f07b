import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The content of each file. */
let files: Record<string, string>
let requests: string[]
let fetchFirst: typeof import('./fetch-first.ts').fetchFirst

/** A lazy module as the build writes it: the name stands between backticks. */
const lazyModule = (file: string) =>
  Object.assign(() => Promise.resolve(file), { toString: () => `()=>import(\`./${file}\`)` })

beforeEach(async () => {
  requests = []
  files = {
    'a.js': 'import{x}from"./shared.js"',
    'b.js': 'import{x}from"./shared.js";import"./entry.js"',
    'shared.js': 'import{y}from"./a.js"',
  }
  vi.resetModules()
  vi.stubGlobal('document', { head: { innerHTML: '<script src="/assets/entry.js">' } })
  vi.stubGlobal('fetch', (path: string) => {
    const file = path.slice('/assets/'.length)
    requests.push(file)
    const text = files[file]
    return Promise.resolve({ ok: text !== undefined, text: () => Promise.resolve(text) })
  })
  fetchFirst = (await import('./fetch-first.ts')).fetchFirst
})
afterEach(() => vi.unstubAllGlobals())

test('fetches each file once, also for modules that load at the same time and import each other', async () => {
  expect(await Promise.all([fetchFirst(lazyModule('a.js')), fetchFirst(lazyModule('b.js'))])).toEqual([
    'a.js',
    'b.js',
  ])
  await fetchFirst(lazyModule('a.js'))
  expect(requests.sort()).toEqual(['a.js', 'b.js', 'shared.js'])
})

test('fetches a file again after a failure', async () => {
  const { 'shared.js': shared, ...others } = files
  files = others
  await expect(fetchFirst(lazyModule('a.js'))).rejects.toThrow('shared.js')
  files['shared.js'] = shared ?? ''
  expect(await fetchFirst(lazyModule('a.js'))).toBe('a.js')
  expect(requests.filter(file => file === 'shared.js')).toHaveLength(2)
})

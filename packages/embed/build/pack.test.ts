/** Installs the packed package in an empty folder, type-checks a host page against it and loads it. */
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { version } from '../src/version.ts'
import { buildEmbed } from './build-embed.ts'
import { installPacked, run } from './install-packed-fixture.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerf-packed-'))
  await installPacked(fileURLToPath(new URL('..', import.meta.url)), folder, buildEmbed)
})
afterAll(() => rm(folder, { recursive: true }))

const PAGE = `
import { createKerf, refuse, version, type Kerf, type KerfEvents, type KerfMessagesElement } from '@kerf/embed'

const kerf: Kerf = createKerf({ portal: 'https://passport.kerf.example', app: 'support', language: 'zh', timeoutMs: 5_000 })
const off: () => void = kerf.on('result', ({ uid, ticket }) => console.log(uid.length, ticket?.length))
kerf.on('failed', ({ reason, code }: KerfEvents['failed']) => console.log(reason, code))
kerf.handle('view.close', () => {
  throw refuse('unsupported')
})
kerf.handle('storage.get', ({ key }) => ({ value: key }))
// @ts-expect-error: no such method
kerf.handle('storage.forget', () => ({}))
document.querySelector('kerf-messages')?.addEventListener('kerf-unread', ({ detail }) => detail.unread + 1)
document.createElement('kerf-portal').kerf?.destroy()
const mounted = kerf.mount('#account', { page: 'login', autoHeight: true })
mounted.setTheme('dark')
const messages = document.querySelector('kerf-messages') as KerfMessagesElement
messages.token = undefined
void kerf.openLogin({ in: 'frame' }).then(result => result?.kind === 'business')
off()
console.log(version.length)
// @ts-expect-error: no such event
kerf.on('nothing', () => undefined)
// @ts-expect-error: no portal
createKerf({ app: 'support' })
`

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    types: [],
    target: 'es2022',
    lib: ['es2022', 'dom'],
  },
  files: ['page.ts'],
}

test('contains the built files and the documents only', async () => {
  const root = join(folder, 'node_modules/@kerf/embed')
  expect((await readdir(root, { recursive: true })).sort()).toEqual([
    'CHANGELOG.md',
    'README.md',
    'dist',
    'dist/kerf-embed.d.ts',
    'dist/kerf-embed.global.js',
    'dist/kerf-embed.js',
    'package.json',
  ])
})

test.each([
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'esnext', moduleResolution: 'bundler' },
])('type-checks a host page with $moduleResolution', async module => {
  await writeFile(join(folder, 'page.ts'), PAGE)
  const compilerOptions = { ...TSCONFIG.compilerOptions, ...module }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ ...TSCONFIG, compilerOptions }))
  const tsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))
  expect(await run(process.execPath, [tsc, '-p', '.'], folder)).toBe('')
})

test('loads as a module where there is no page', async () => {
  const code = `import * as sdk from '@kerf/embed'; console.log(Object.keys(sdk).sort().join(), sdk.version)`
  await writeFile(join(folder, 'load.mjs'), code)
  expect(await run(process.execPath, ['load.mjs'], folder)).toBe(`createKerf,refuse,version ${version}`)
})

test('its script defines KerfEmbed', async () => {
  const script = join(folder, 'node_modules/@kerf/embed/dist/kerf-embed.global.js')
  await cp(script, join(folder, 'script.cjs'))
  const code = `const vm = require('node:vm'); const page = vm.createContext({ URL });
vm.runInContext(require('node:fs').readFileSync('script.cjs', 'utf8') + ';globalThis.found = KerfEmbed', page);
console.log(Object.keys(page.found).sort().join())`
  expect(await run(process.execPath, ['-e', code], folder)).toBe('createKerf,refuse,version')
})

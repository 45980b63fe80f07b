/** Installs the packed package in an empty folder, type-checks an app against it and loads it. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installPacked, run } from '../../embed/build/install-packed-fixture.ts'
import { version } from '../src/version.ts'
import { buildClient } from './build-client.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerf-packed-client-'))
  await installPacked(at('..'), folder, buildClient)
})
afterAll(() => rm(folder, { recursive: true }))

const APP = `
import { createKerfClient, KerfError, protectedResource, verifyWebhook, type KerfTicketAccount, type KerfWebhook } from '@kerf/client'

const kerf = createKerfClient({ portal: 'https://passport.kerf.example', clientId: 'app_1', clientSecret: 'x' })
export async function signIn(ticket: string, returnUrl: string): Promise<KerfTicketAccount | undefined> {
  try {
    return await kerf.tickets.redeem({ ticket, returnUrl }, { signal: AbortSignal.timeout(1_000) })
  } catch (error) {
    if (error instanceof KerfError && error.name === 'expired') return undefined
    throw error
  }
}
export async function readBenefits(cursor: string): Promise<string> {
  for await (const { id, benefit } of kerf.benefits.events({ cursor })) cursor = benefit.name.en && id
  return cursor
}
export async function receive(request: Request): Promise<number> {
  const webhook: KerfWebhook = await verifyWebhook(request, { secret: ['whsec_a', 'whsec_b'] })
  if (webhook.form === 'items') return webhook.items.length
  const { event } = webhook
  switch (event.type) {
    case 'session.ended':
      return kerf.sessions.end([event.data.session])
    case 'account.updated':
      return event.data.changed.length
    default:
      return 0
  }
}
export const { metadata, path } = protectedResource({ portal: 'https://passport.kerf.example', resource: 'https://mcp.example/' })
void kerf.messages.send({ audience: 'app:shop', category: 'app', title: { en: 'Hi' } })
// @ts-expect-error: a title in no language
void kerf.messages.send({ audience: 'app:shop', category: 'app', title: {} })
// @ts-expect-error: no such audience
void kerf.messages.send({ audience: 'someone', category: 'app', title: { en: 'Hi' } })
`

const OPTIONS = {
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  target: 'es2022',
}

test('contains the built files and the documents only', async () => {
  const root = join(folder, 'node_modules/@kerf/client')
  expect((await readdir(root, { recursive: true })).sort()).toEqual([
    'CHANGELOG.md',
    'README.md',
    'dist',
    'dist/kerf-client.d.ts',
    'dist/kerf-client.js',
    'package.json',
  ])
  expect(await readFile(join(root, 'dist/kerf-client.js'), 'utf8')).not.toMatch(
    /^import\b|\brequire\(|\bnode:|\bBuffer\b|\bprocess\b/m,
  )
})

// Node's types and those of a worker or Deno, which have the web platform's.
test.each([
  { module: 'nodenext', types: ['node'], lib: ['es2022'] },
  {
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
    lib: ['es2022', 'webworker', 'webworker.asynciterable'],
  },
])('type-checks an app with $module and $lib', async options => {
  await writeFile(join(folder, 'app.ts'), APP)
  const compilerOptions = { ...OPTIONS, ...options, typeRoots: [at('../../../node_modules/@types')] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['app.ts'] }))
  expect(
    await run(process.execPath, [at('../../../node_modules/typescript/bin/tsc'), '-p', '.'], folder),
  ).toBe('')
})

test('loads as a module, and reports the version of its package, which its changelog describes', async () => {
  const code = `import * as client from '@kerf/client'; console.log(Object.keys(client).sort().join(), client.version)`
  await writeFile(join(folder, 'load.mjs'), code)
  const names = 'KerfError,createKerfClient,protectedResource,verifyWebhook,version'
  expect(await run(process.execPath, ['load.mjs'], folder)).toBe(`${names} ${version}`)
  expect(JSON.parse(await readFile(at('../package.json'), 'utf8')).version).toBe(version)
  expect(await readFile(at('../CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}\n`)
})

/** Samples that import the package, by their document. */
async function readSamples(): Promise<[string, string][]> {
  const documents = [
    'README.md',
    '../../docs/tickets.md',
    '../../docs/webhooks.md',
    '../../docs/embedding.md',
    '../../docs/messages.md',
  ]
  const texts = await Promise.all(
    documents.map(async path => [path, await readFile(at(`../${path}`), 'utf8')] as const),
  )
  return texts.flatMap(([path, text]) =>
    Array.from(
      text.matchAll(/```(?<end>ts|js)\n(?<code>[\s\S]*?)```/g),
      ({ groups }, i): [string, string] => [
        `${path.replace(/^.*\//, '').replace('.md', '')}-${i}.m${groups?.end}`,
        groups?.code ?? '',
      ],
    ).filter(([, code]) => code.includes("from '@kerf/client'")),
  )
}

test('type-checks the samples of the documents', async () => {
  const samples = await readSamples()
  expect(samples.map(([name]) => name)).toEqual(
    expect.arrayContaining(['README-0.mts', 'tickets-0.mjs', 'webhooks-0.mjs']),
  )
  for (const [name, code] of samples) await writeFile(join(folder, name), code)
  // JavaScript has no annotations; the calls of the package are checked all the same.
  const compilerOptions = {
    ...OPTIONS,
    strict: false,
    checkJs: true,
    module: 'nodenext',
    lib: ['es2024'],
    types: ['node'],
    typeRoots: [at('../../../node_modules/@types')],
  }
  const files = samples.map(([name]) => name)
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, exactOptionalPropertyTypes: false }, files }),
  )
  const tsc = at('../../../node_modules/typescript/bin/tsc')
  expect(await run(process.execPath, [tsc, '-p', '.'], folder)).toBe('')
})

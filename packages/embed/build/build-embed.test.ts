import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildEmbed } from './build-embed.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerf-embed-'))
  await buildEmbed(folder)
}, 60_000)
afterAll(() => rm(folder, { recursive: true }))

test.each(['kerf-embed.js', 'kerf-embed.global.js'])(
  '%s stays below 6 kB compressed and imports nothing',
  async name => {
    const code = await readFile(join(folder, name), 'utf8')
    expect(gzipSync(code, { level: 9 }).length).toBeLessThan(6000)
    expect(code).not.toMatch(/\bfrom\s*["'`]|\brequire\(/)
  },
)

test('the types name nothing outside', async () => {
  for (const name of ['kerf-embed.d.ts', 'types.d.ts'])
    expect(await readFile(join(folder, name), 'utf8')).not.toMatch(/from '(?!\.\/types\.d\.ts')/)
})

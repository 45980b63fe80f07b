import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { version } from '../src/version.ts'
import { buildEmbed } from './build-embed.ts'
import { readVersion } from './release.ts'
import {
  addRelease,
  compareReleases,
  findVersionProblems,
  integrityOf,
  readReleases,
  SCRIPTS,
  TYPES_FILE,
} from './releases.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerf-embed-'))
  await buildEmbed(join(folder, 'dist'))
})
afterAll(() => rm(folder, { recursive: true }))

const built = (name: string) => readFile(join(folder, 'dist', name), 'utf8')

test.each(SCRIPTS)('%s stays below 6 kB compressed and imports nothing', async name => {
  const code = await built(name)
  expect(gzipSync(code, { level: 9 }).length).toBeLessThan(6000)
  expect(code).not.toMatch(/\bfrom\s*["'`]|\brequire\(/)
})

test('the types are one file that refers to no other', async () => {
  const types = await built(TYPES_FILE)
  expect(types).not.toMatch(/\bfrom ['"]|^import\b|\bimport\(/m)
  expect(types).toMatch(/^export declare function createKerf\(/m)
  expect(types).not.toMatch(/^export declare const isRefusal/m)
})

test('the SDK reports the version of its package', async () => {
  expect(version).toBe(await readVersion())
  expect(await built('kerf-embed.js')).toContain(version)
})

test('the changelog describes the version of the package', async () => {
  const changelog = await readFile(new URL('../CHANGELOG.md', import.meta.url), 'utf8')
  expect(changelog).toContain(`\n## ${version}\n`)
})

// Fails after a change of the SDK that is not followed by a new version: see "Versions" in docs/embedding.md.
test('the version is new if the code or the public types differ from the newest release', () => {
  expect(findVersionProblems(join(folder, 'dist'), version)).toEqual([])
})

test('the guide shows the hash of a release that exists', async () => {
  const guide = await readFile(new URL('../../../docs/embedding.md', import.meta.url), 'utf8')
  const shown = Array.from(
    guide.matchAll(/\/embed\/(?<version>[\d.]+)\/(?<name>[\w.-]+)"\s+integrity="(?<integrity>[^"]+)"/g),
    ({ groups }) => groups,
  )
  expect(shown).toHaveLength(1)
  for (const { version = '', name = '', integrity } of shown as Record<string, string>[])
    expect(readReleases()[version]?.[name]).toBe(integrity)
})

describe('a release', () => {
  const write = async (name: string, types: string, script = 'export {}') => {
    const dist = join(folder, name)
    await mkdir(dist, { recursive: true })
    for (const file of SCRIPTS) await writeFile(join(dist, file), script)
    await writeFile(join(dist, TYPES_FILE), types)
    return dist
  }

  test('is listed with the hash of each script, newest first', async () => {
    const releases = join(folder, 'listed')
    for (const version of ['1.2.0', '1.10.0', '2.0.0'])
      await addRelease(await write(`dist-${version}`, version), version, releases)
    const versions = readReleases(releases)
    expect(Object.keys(versions)).toEqual(['2.0.0', '1.10.0', '1.2.0'])
    expect(versions['1.2.0']?.['kerf-embed.js']).toBe(integrityOf(Buffer.from('export {}')))
    expect(compareReleases('1.10.0', '1.9.9')).toBeGreaterThan(0)
  })

  test('never changes, and a change of the types needs more than a patch', async () => {
    const releases = join(folder, 'releases')
    await addRelease(await write('first', 'types'), '1.2.3', releases)
    const [sameTypes, otherTypes] = [
      await write('code', 'types', 'export const a = 1'),
      await write('types', 'other types'),
    ]
    const problems = (dist: string, version: string) => findVersionProblems(dist, version, releases)
    expect(problems(join(folder, 'first'), '1.2.3')).toEqual([])
    expect(problems(sameTypes, '1.2.3')).toHaveLength(2)
    expect(problems(sameTypes, '1.2.4')).toEqual([])
    expect(problems(otherTypes, '1.2.4')).toEqual([expect.stringContaining('public types')])
    expect(problems(otherTypes, '1.3.0')).toEqual([])
    expect(problems(otherTypes, '2.0.0')).toEqual([])
    expect(problems(sameTypes, '1.1.9')).toEqual([expect.stringContaining('older')])
    await expect(addRelease(sameTypes, '1.2.3', releases)).rejects.toThrow('is released already')
    await expect(addRelease(otherTypes, '1.2.4', releases)).rejects.toThrow('public types')
  })
})

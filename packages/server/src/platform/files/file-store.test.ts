import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type S3Server, startS3Server } from '../../../test/support/s3-server.ts'
import { openBackupPlace, partBytesOf } from './backup-place.ts'
import type { FileStore } from './file-store.ts'
import { openFileStore } from './open-file-store.ts'
import { removeFilesTask } from './remove-files-job.ts'

let s3: S3Server
let root: string
let folder: string
const stores: Record<string, FileStore> = {}

beforeAll(async () => {
  s3 = await startS3Server()
  for (const [name, value] of Object.entries(s3.env)) vi.stubEnv(name, value)
  root = await mkdtemp(join(tmpdir(), 'kerf-files-'))
  folder = join(root, 'files')
  stores.folder = await openFileStore(folder)
  stores.bucket = await openFileStore('s3://kerf-test/avatars')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(root, { recursive: true, force: true })
  await s3.close()
})

describe.each(['folder', 'bucket'])('a store in a %s', kind => {
  test('gives back what was put, gives nothing for what was removed or never there', async () => {
    const store = stores[kind] as FileStore
    const bytes = Buffer.from([0, 1, 2, 250, 255])
    await store.put('headpic/a.webp', bytes, 'image/webp')
    expect(await store.get('headpic/a.webp')).toEqual(bytes)
    await store.remove('headpic/a.webp')
    expect(await store.get('headpic/a.webp')).toBeUndefined()
    await store.remove('headpic/never.webp')
    expect(await store.get('headpic/never.webp')).toBeUndefined()
  })

  test('lists the files of a folder, and none for a folder that does not exist', async () => {
    const store = stores[kind] as FileStore
    await store.put('deleted/b', Buffer.alloc(0), 'application/octet-stream')
    await store.put('deleted/a', Buffer.from('a'), 'application/octet-stream')
    await store.put('headpic/c', Buffer.from('c'), 'application/octet-stream')
    expect([...(await store.list('deleted'))].sort()).toEqual(['a', 'b'])
    const empty = await mkdtemp(join(tmpdir(), 'kerf-files-'))
    const place = kind === 'folder' ? empty : 's3://kerf-test/empty'
    expect(await (await openFileStore(place)).list('deleted')).toEqual([])
    await rm(empty, { recursive: true })
  })

  test.each([
    '../outside',
    'headpic/../../outside',
    'headpic/..',
    '/etc/passwd',
    'headpic//etc/passwd',
    'headpic\\..\\outside',
    'headpic/a\0.webp',
    'headpic/a\n',
    'headpic/.env',
    'other/a.webp',
    'headpic',
    '',
    ['headpic/a.webp'] as never,
  ])('accepts no file with the name %j', async name => {
    const store = stores[kind] as FileStore
    const outside = join(root, 'outside')
    await writeFile(outside, 'kept')
    await expect(store.put(name, Buffer.from('x'), 'image/webp')).rejects.toThrow('does not accept')
    await expect(store.get(name)).rejects.toThrow('does not accept')
    await expect(store.remove(name)).rejects.toThrow('does not accept')
    expect((await readFile(outside)).toString()).toBe('kept')
    await rm(outside)
  })

  test.each(['..', '.', '', '/', 'headpic/..', 'other'])('lists no folder with the name %j', async name => {
    await expect((stores[kind] as FileStore).list(name)).rejects.toThrow('does not accept')
  })

  test('the job removes pictures, never an erasure record or a file elsewhere', async () => {
    const store = stores[kind] as FileStore
    const picture = `headpic/${'a'.repeat(16)}.webp`
    const record = `deleted/${randomUUID()}.json`
    for (const name of [picture, record]) await store.put(name, Buffer.from('x'), 'image/webp')
    const error = vi.fn()
    const run = (payload: unknown) => removeFilesTask(store)(payload, { logger: { error } } as never)
    await run({ files: ['../../outside', record, null, picture] })
    for (const forged of [null, 'x', {}, { files: 'headpic' }]) await run(forged)
    expect(error).toHaveBeenCalledTimes(5)
    expect([await store.get(picture), (await store.get(record))?.toString()]).toEqual([undefined, 'x'])
  })
})

test('a folder never shows half a file, and leaves no draft behind', async () => {
  const store = stores.folder as FileStore
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      store.put('headpic/same.webp', Buffer.alloc(5_000, i), 'image/webp'),
    ),
  )
  const read = (await store.get('headpic/same.webp')) as Buffer
  expect(new Set(read).size).toBe(1)
  const files = await readdir(join(folder, 'headpic'))
  expect(files.filter(name => name.startsWith('same'))).toEqual(['same.webp'])
})

describe('a backup in a bucket', () => {
  test('is sent in parts', async () => {
    const MEBIBYTE = 1024 * 1024
    const bytes = Buffer.alloc(20 * MEBIBYTE, 'kerf')
    const file = join(root, 'large.kerf')
    await writeFile(file, bytes)
    const place = await openBackupPlace('s3://kerf-test/backups')
    await place.put('large.kerf', file)
    expect(s3.parts.get('/kerf-test/backups/large.kerf')).toEqual([8 * MEBIBYTE, 8 * MEBIBYTE, 4 * MEBIBYTE])
    expect(await place.fetch('large.kerf', join(root, 'copy.kerf'))).toBe(true)
    expect((await readFile(join(root, 'copy.kerf'))).equals(bytes)).toBe(true)
  })

  test.each([1, 6, 100, 1_000, 5_000])(
    'has at most 10,000 parts of 5 MiB to 5 GiB with %i GiB',
    gibibytes => {
      const GIBIBYTE = 1024 ** 3
      const part = partBytesOf(gibibytes * GIBIBYTE)
      expect(Math.ceil((gibibytes * GIBIBYTE) / part)).toBeLessThanOrEqual(10_000)
      expect(part).toBeGreaterThanOrEqual(5 * 1024 * 1024)
      expect(part).toBeLessThanOrEqual(5 * GIBIBYTE)
    },
  )
})

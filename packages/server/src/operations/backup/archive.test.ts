import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ArchiveError } from './archive-format.ts'
import { openArchive } from './read-archive.ts'
import { createArchive } from './write-archive.ts'

const master = randomBytes(32)
const SECRET = 'ada@example.com'
let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerf-archive-'))
  path = join(folder, 'all.kerf')
})
afterEach(() => rm(folder, { recursive: true }))

/** Writes three parts and the last part. */
async function write(): Promise<Buffer> {
  const archive = await createArchive(path, master)
  await archive.add({ table: 'account' }, `[{"email":"${SECRET}"}]`)
  await archive.add({ picture: 'a' }, Buffer.from([0, 10, 13, 255]))
  await archive.add({ table: 'nothing' })
  await archive.finish({ total: 3 })
  await archive.discard()
  return readFile(path)
}

async function read(key = master) {
  const archive = await openArchive(path, key)
  try {
    const parts = []
    for await (const part of archive.parts()) parts.push(part)
    return parts
  } finally {
    archive.close()
  }
}

test('returns the parts in order; only the owner can read the file', async () => {
  await write()
  expect(await read()).toEqual([
    { head: { table: 'account' }, body: Buffer.from(`[{"email":"${SECRET}"}]`), isLast: false },
    { head: { picture: 'a' }, body: Buffer.from([0, 10, 13, 255]), isLast: false },
    { head: { table: 'nothing' }, body: Buffer.alloc(0), isLast: false },
    { head: { total: 3 }, body: Buffer.alloc(0), isLast: true },
  ])
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['all.kerf'])
})

test('reveals nothing without the key and names the key that is needed', async () => {
  const bytes = await write()
  expect(bytes.toString('latin1')).not.toContain('account')
  expect(bytes.toString('latin1')).not.toContain(SECRET)
  await expect(read(randomBytes(32))).rejects.toThrow('KERF_MASTER_KEY must be the master key')
})

test('rejects a file that is truncated anywhere', async () => {
  const bytes = await write()
  for (let length = 0; length < bytes.length; length += 7) {
    await writeFile(path, bytes.subarray(0, length))
    await expect(read(), `${length} of ${bytes.length} bytes`).rejects.toThrow(ArchiveError)
  }
})

test('rejects a changed bit anywhere, appended data, another date and reordered parts', async () => {
  const bytes = await write()
  const start = bytes.indexOf(10) + 1
  for (let at = 0; at < bytes.length; at += 11) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(at) ^ 4, at)
    await writeFile(path, changed)
    await expect(read(), `byte ${at}`).rejects.toThrow(ArchiveError)
  }
  await writeFile(path, Buffer.concat([bytes, Buffer.from('more')]))
  await expect(read()).rejects.toThrow('data follows its end')
  await writeFile(path, bytes.toString('latin1').replace(/"at":\d/, '"at":9'), 'latin1')
  await expect(read()).rejects.toThrow(ArchiveError)
  const first = 4 + bytes.readUInt32BE(start)
  const second = 4 + bytes.readUInt32BE(start + first)
  const swapped = [
    bytes.subarray(0, start),
    bytes.subarray(start + first, start + first + second),
    bytes.subarray(start, start + first),
    bytes.subarray(start + first + second),
  ]
  await writeFile(path, Buffer.concat(swapped))
  await expect(read()).rejects.toThrow(ArchiveError)
})

test('rejects files that are not backups', async () => {
  await writeFile(path, '{"kerf":"something else"}\n')
  await expect(read()).rejects.toThrow('is not a backup')
  await writeFile(path, '{"kerf":"backup","format":2,"id":"x","at":1}\n')
  await expect(read()).rejects.toThrow('newer version')
  await writeFile(path, randomBytes(5_000))
  await expect(read()).rejects.toThrow('is not a backup')
})

test('never overwrites a file, even one created meanwhile; discard leaves no file', async () => {
  const archive = await createArchive(path, master)
  await archive.add({}, 'one')
  await writeFile(path, 'mine')
  await expect(archive.finish({})).rejects.toMatchObject({ code: 'EEXIST' })
  await archive.discard()
  expect(await readdir(folder)).toEqual(['all.kerf'])
  expect(await readFile(path, 'utf8')).toBe('mine')
  await expect(createArchive(path, master)).rejects.toMatchObject({ code: 'EEXIST' })
})

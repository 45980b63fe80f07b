import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { FileStore } from './file-store.ts'
import { openFileStore } from './open-file-store.ts'
import { removeFilesTask } from './remove-files-job.ts'

/** ListObjectsV2, one key a page. */
function listing({ pathname, searchParams }: URL): string {
  const bucket = `${pathname.replace(/\/$/, '')}/`
  const prefix = bucket + (searchParams.get('prefix') ?? '')
  const names = [...objects.keys()].filter(name => name.startsWith(prefix)).sort()
  const page = Number(searchParams.get('continuation-token') ?? 0)
  const contents = names
    .slice(page, page + 1)
    .map(name => `<Contents><Key>${name.slice(bucket.length)}</Key><Size>1</Size></Contents>`)
  const more = page + 1 < names.length
  const next = more ? `<NextContinuationToken>${page + 1}</NextContinuationToken>` : ''
  return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`
}

/** A server with the calls of the S3 protocol that store, read, list and delete an object. */
const objects = new Map<string, Buffer>()
const s3 = createServer(async (request, response) => {
  const url = new URL(request.url ?? '', 'http://s3')
  const key = url.pathname
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  if (request.method === 'PUT') objects.set(key, Buffer.concat(chunks))
  if (request.method === 'DELETE') objects.delete(key)
  if (url.searchParams.has('list-type')) return response.end(listing(url))
  const found = objects.get(key)
  if (request.method === 'GET' && !found) {
    response.writeHead(404, { 'content-type': 'application/xml' })
    return response.end('<Error><Code>NoSuchKey</Code><Message>none</Message></Error>')
  }
  response.writeHead(request.method === 'DELETE' ? 204 : 200, { etag: '"1"' })
  response.end(request.method === 'GET' ? found : undefined)
})

let root: string
let folder: string
const stores: Record<string, FileStore> = {}

beforeAll(async () => {
  await new Promise<void>(done => s3.listen(0, '127.0.0.1', done))
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${(s3.address() as AddressInfo).port}`)
  vi.stubEnv('AWS_REGION', 'us-east-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  vi.stubEnv('AWS_REQUEST_CHECKSUM_CALCULATION', 'WHEN_REQUIRED')
  root = await mkdtemp(join(tmpdir(), 'kerf-files-'))
  folder = join(root, 'files')
  stores.folder = await openFileStore(folder)
  stores.bucket = await openFileStore('s3://kerf-test/avatars')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(root, { recursive: true, force: true })
  await new Promise(done => s3.close(done))
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

/** Where backups are kept: a folder, or a bucket. Files are streamed, because a backup may be larger than the memory. */
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, constants, copyFile, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

export interface BackupPlace {
  /** Names of the files directly in it. */
  list(): Promise<readonly string[]>
  has(name: string): Promise<boolean>
  /** Copies the local file `path`. The name appears when the copy is complete. */
  put(name: string, path: string): Promise<void>
  /** Copies into the local file `path`. Returns false if there is no such file. */
  fetch(name: string, path: string): Promise<boolean>
  remove(name: string): Promise<void>
}

const BUCKET_URL = /^s3:\/\/([^/]+)\/?(.*)$/
/** For one part of an upload. */
const BUCKET_TIMEOUT_MS = 60_000

/** An object of more than 5 GiB can only be sent in parts, and S3 takes at most 10,000 of them. */
const PARTS_MAX = 10_000
const PART_MIN_BYTES = 8 * 1024 * 1024

/** Size of the parts of an object. */
export const partBytesOf = (size: number): number => Math.max(PART_MIN_BYTES, Math.ceil(size / PARTS_MAX))

export const isBucketUrl = (where: string): boolean => BUCKET_URL.test(where)

function folderPlace(folder: string): BackupPlace {
  const pathOf = (name: string): string => join(folder, name)
  const exists = (name: string): Promise<boolean> =>
    access(pathOf(name)).then(
      () => true,
      () => false,
    )
  return {
    list: async () =>
      (await readdir(folder, { withFileTypes: true }))
        .filter(entry => entry.isFile())
        .map(({ name }) => name),
    has: exists,
    async put(name, path) {
      const draft = `${pathOf(name)}.part-${randomUUID()}`
      try {
        await copyFile(path, draft, constants.COPYFILE_FICLONE)
        const file = await open(draft, 'r+')
        await file.sync().finally(() => file.close())
        await rename(draft, pathOf(name))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async fetch(name, path) {
      if (!(await exists(name))) return false
      await copyFile(pathOf(name), path)
      return true
    },
    remove: name => rm(pathOf(name), { force: true }),
  }
}

async function bucketPlace(bucket: string, prefix: string): Promise<BackupPlace> {
  const { openBucket } = await import('./bucket-store.ts')
  const options = { bucket, prefix, timeoutMs: BUCKET_TIMEOUT_MS }
  const storage = openBucket(options)
  return {
    async list() {
      const names: string[] = []
      for await (const { isFile, path } of storage.list('')) if (isFile) names.push(path)
      return names
    },
    has: name => storage.fileExists(name),
    async put(name, path) {
      const { size } = await stat(path)
      const inParts = openBucket({ ...options, partBytes: partBytesOf(size) })
      await inParts.write(name, createReadStream(path), { mimeType: 'application/octet-stream' })
    },
    async fetch(name, path) {
      if (!(await storage.fileExists(name))) return false
      await pipeline(await storage.read(name), createWriteStream(path, { mode: 0o600 }))
      return true
    },
    remove: name => storage.deleteFile(name),
  }
}

/** `where`: a folder, or `s3://bucket/prefix`. The S3 client is imported only if it is needed. */
export async function openBackupPlace(where: string): Promise<BackupPlace> {
  const [, bucket, prefix = ''] = BUCKET_URL.exec(where) ?? []
  return bucket === undefined ? folderPlace(where) : bucketPlace(bucket, prefix)
}

/** Place and name of a file in a bucket: `s3://bucket/prefix/name`. */
export function splitBucketUrl(url: string): { readonly place: string; readonly name: string } {
  const end = url.lastIndexOf('/')
  return { place: url.slice(0, end), name: url.slice(end + 1) }
}

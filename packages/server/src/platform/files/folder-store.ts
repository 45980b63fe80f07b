/** Files in a folder. A file is written under a temporary name and renamed, so that no reader sees a partial file. */
import { randomUUID } from 'node:crypto'
import { existsSync, statfsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FileStore, FileStoreFullError } from './file-store.ts'

const FULL = ['ENOSPC', 'EDQUOT', 'EROFS']

/** The error that a failed write is answered with. */
export function toStoreError(error: unknown, folder: string): unknown {
  const { code = '' } = error as { code?: string }
  return FULL.includes(code) ? new FileStoreFullError('full', folder, code) : error
}

export function folderStore(folder: string): FileStore {
  const pathOf = (name: string): string => join(folder, name)
  return {
    async put(name, bytes) {
      const path = pathOf(name)
      const draft = `${path}.${randomUUID()}`
      try {
        await mkdir(dirname(path), { recursive: true })
        await writeFile(draft, bytes)
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw toStoreError(error, folder)
      }
    },
    get: name =>
      readFile(pathOf(name)).catch((error: { code?: string }) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      }),
    remove: name => rm(pathOf(name), { force: true }),
    list: async name => {
      const found = await readdir(pathOf(name), { withFileTypes: true }).catch((error: { code?: string }) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      return found.filter(entry => entry.isFile()).map(entry => entry.name)
    },
  }
}

/** Bytes that the file system of a folder, which need not exist yet, has left for the server; undefined for a bucket. */
export function freeBytes(fileStore: string): number | undefined {
  if (fileStore.startsWith('s3://')) return undefined
  let folder = fileStore
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Files in a folder. A file is written under a temporary name and renamed, so that no reader sees a partial file. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FileStore, FileStoreFullError } from './file-store.ts'

const FULL = ['ENOSPC', 'EDQUOT', 'EROFS']

/** The error that a failed write is answered with. */
export function toStoreError(error: unknown): unknown {
  const { code = '' } = error as { code?: string }
  return FULL.includes(code) ? new FileStoreFullError(code) : error
}

export function folderStore(folder: string): FileStore {
  const pathOf = (name: string): string => join(folder, name)
  return {
    async put(name, bytes) {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true })
      const draft = `${path}.${randomUUID()}`
      try {
        await writeFile(draft, bytes)
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw toStoreError(error)
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

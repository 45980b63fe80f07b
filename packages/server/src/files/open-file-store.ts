import type { FileStore } from '../ports/files.ts'
import { folderStore } from './folder-store.ts'

/** FILE_STORE: a folder, or `s3://bucket/prefix`. */
export function openFileStore(where: string): FileStore {
  if (where.startsWith('s3://')) throw new Error('FILE_STORE: buckets are not supported yet')
  return folderStore(where)
}

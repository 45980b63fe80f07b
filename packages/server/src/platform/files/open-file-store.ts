import type { FileStore } from './file-store.ts'
import { folderStore } from './folder-store.ts'

/** FILE_STORE: a folder, or `s3://bucket/prefix`; what speaks to buckets is loaded only for one. */
export async function openFileStore(where: string): Promise<FileStore> {
  const bucket = /^s3:\/\/([^/]+)\/?(.*)$/.exec(where)
  if (!bucket) return folderStore(where)
  const { bucketStore } = await import('./bucket-store.ts')
  return bucketStore({ bucket: bucket[1] ?? '', prefix: bucket[2] ?? '' })
}

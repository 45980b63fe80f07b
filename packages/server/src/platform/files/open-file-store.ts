import { withCheckedNames } from './file-name.ts'
import type { FileStore } from './file-store.ts'
import { folderStore } from './folder-store.ts'

/** `where`: a folder, or `s3://bucket/prefix`. The S3 client is imported only if it is needed. */
export async function openFileStore(where: string): Promise<FileStore> {
  const bucket = /^s3:\/\/([^/]+)\/?(.*)$/.exec(where)
  if (!bucket) return withCheckedNames(folderStore(where))
  const { bucketStore } = await import('./bucket-store.ts')
  return withCheckedNames(bucketStore({ bucket: bucket[1] ?? '', prefix: bucket[2] ?? '' }))
}

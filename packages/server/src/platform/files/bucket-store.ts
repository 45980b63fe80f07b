/**
 * Files in an S3 bucket. Region, credentials and endpoint come from the usual AWS variables (AWS_REGION,
 * AWS_ACCESS_KEY_ID, AWS_ENDPOINT_URL_S3 …).
 */
import { S3Client } from '@aws-sdk/client-s3'
import { AwsS3StorageAdapter } from '@flystorage/aws-s3'
import { FileStorage } from '@flystorage/file-storage'
import type { FileStore } from './file-store.ts'

export interface Bucket {
  readonly bucket: string
  readonly prefix: string
  /** default 5000 */
  readonly timeoutMs?: number
  /** of one part of an upload; two are in memory at once. Default: 5 MiB, of which an object has at most 10,000 */
  readonly partBytes?: number
}

const isMissing = (error: unknown): boolean => {
  const { name, cause } = error as { name?: string; cause?: unknown }
  return name === 'NoSuchKey' || name === 'NotFound' || (cause !== undefined && isMissing(cause))
}

export function openBucket({ bucket, prefix, timeoutMs = 5_000, partBytes }: Bucket): FileStorage {
  const client = new S3Client({
    // Self-hosted endpoints rarely have a host name per bucket.
    forcePathStyle: process.env.AWS_ENDPOINT_URL_S3 !== undefined,
    requestHandler: { requestTimeout: timeoutMs, connectionTimeout: timeoutMs },
    maxAttempts: 2,
  })
  return new FileStorage(
    new AwsS3StorageAdapter(client, {
      bucket,
      prefix,
      ...(partBytes !== undefined && { uploadConfiguration: { partSize: partBytes, queueSize: 2 } }),
    }),
  )
}

export function bucketStore(bucket: Bucket): FileStore {
  const storage = openBucket(bucket)
  return {
    put: (name, bytes, type) => storage.write(name, bytes, { mimeType: type }),
    async get(name) {
      try {
        return Buffer.from(await storage.readToUint8Array(name))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    remove: name => storage.deleteFile(name),
    async list(folder) {
      const names: string[] = []
      for await (const { isFile, path } of storage.list(folder))
        if (isFile) names.push(path.slice(folder.length + 1))
      return names
    },
  }
}

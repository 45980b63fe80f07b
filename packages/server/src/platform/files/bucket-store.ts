/**
 * Files in an S3 bucket. Region, credentials and endpoint come from the usual AWS variables (AWS_REGION,
 * AWS_ACCESS_KEY_ID, AWS_ENDPOINT_URL_S3 …).
 */
import { S3Client } from '@aws-sdk/client-s3'
import { AwsS3StorageAdapter } from '@flystorage/aws-s3'
import { FileStorage } from '@flystorage/file-storage'
import { type FileStore, FileStoreFullError } from './file-store.ts'

export interface Bucket {
  readonly bucket: string
  readonly prefix: string
  /** default 5000 */
  readonly timeoutMs?: number
  /** of one part of an upload; two are in memory at once. Default: 5 MiB, of which an object has at most 10,000 */
  readonly partBytes?: number
}

/** The name of an error of S3, which the storage library wraps. */
function findName(error: unknown, names: RegExp): string | undefined {
  const { name = '', cause } = error as { name?: string; cause?: unknown }
  if (names.test(name)) return name
  return cause === undefined ? undefined : findName(cause, names)
}

const MISSING = /^(?:NoSuchKey|NotFound)$/
/** S3 itself is never full; MinIO, Ceph and others are. */
const FULL = /StorageFull|QuotaExceeded|InsufficientStorage/
const DENIED =
  /^(?:AccessDenied|AllAccessDisabled|InvalidAccessKeyId|SignatureDoesNotMatch|ExpiredToken|InvalidToken|CredentialsProviderError)$/

/** The error that a failed write is answered with. */
export function toBucketError(error: unknown, store: string): unknown {
  const full = findName(error, FULL)
  if (full !== undefined) return new FileStoreFullError('full', store, full)
  const denied = findName(error, DENIED)
  return denied === undefined ? error : new FileStoreFullError('denied', store, denied)
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
    async put(name, bytes, type) {
      try {
        await storage.write(name, bytes, { mimeType: type })
      } catch (error) {
        throw toBucketError(error, `s3://${bucket.bucket}/${bucket.prefix}`)
      }
    },
    async get(name) {
      try {
        return Buffer.from(await storage.readToUint8Array(name))
      } catch (error) {
        if (findName(error, MISSING) !== undefined) return undefined
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

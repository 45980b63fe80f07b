import { expect, test } from 'vitest'
import { toApiError } from '../../web/error-response.ts'
import { toBucketError } from './bucket-store.ts'
import { freeBytes, toStoreError } from './folder-store.ts'

test.each(['ENOSPC', 'EDQUOT', 'EROFS'])(
  'a folder that takes no files (%s) is an outage, not a fault',
  code => {
    const { apiError, status } = toApiError(toStoreError(Object.assign(new Error('no'), { code }), '/files'))
    expect([apiError.errorName, status, apiError.retryAfter]).toEqual(['system', undefined, 60])
  },
)

test('another error of a folder is passed on', () => {
  const error = Object.assign(new Error('no'), { code: 'EISDIR' })
  expect(toStoreError(error, '/files')).toBe(error)
})

test.each([
  ['AccessDenied', 'it refuses the credentials (AccessDenied)'],
  ['InvalidAccessKeyId', 'it refuses the credentials (InvalidAccessKeyId)'],
  ['XMinioStorageFull', 'it is full, over its quota or read-only (XMinioStorageFull)'],
  ['QuotaExceeded', 'it is full, over its quota or read-only (QuotaExceeded)'],
])('a bucket that refuses a file by %s is an outage whose words name the cause', (name, words) => {
  const refused = new Error('no', { cause: Object.assign(new Error('no'), { name }) })
  const error = toBucketError(refused, 's3://kerf/files') as Error
  expect(error.message).toBe(`the file store s3://kerf/files takes no files: ${words}`)
  expect(toApiError(error).apiError.retryAfter).toBe(60)
})

test('another error of a bucket is passed on', () => {
  const error = new Error('no', { cause: Object.assign(new Error('no'), { name: 'SlowDown' }) })
  expect(toBucketError(error, 's3://kerf/files')).toBe(error)
})

test('the free bytes of a folder are known, those of a bucket are not', () => {
  expect(freeBytes('/')).toBeGreaterThan(0)
  expect(freeBytes('/no/such/folder')).toBeGreaterThan(0)
  expect(freeBytes('s3://kerf/files')).toBeUndefined()
})

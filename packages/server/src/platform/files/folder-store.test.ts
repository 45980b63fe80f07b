import { expect, test } from 'vitest'
import { toApiError } from '../../web/envelope.ts'
import { toStoreError } from './folder-store.ts'

test.each(['ENOSPC', 'EDQUOT', 'EROFS'])(
  'a folder that takes no files (%s) is an outage, not a fault',
  code => {
    const { apiError, status } = toApiError(toStoreError(Object.assign(new Error('no'), { code })))
    expect([apiError.errorName, status, apiError.retryAfter]).toEqual(['system', undefined, 60])
  },
)

test('another error of a folder is passed on', () => {
  const error = Object.assign(new Error('no'), { code: 'EISDIR' })
  expect(toStoreError(error)).toBe(error)
})

import { tmpdir } from 'node:os'
import { expect, test, vi } from 'vitest'
import { toApiError } from '../../web/envelope.ts'
import { FileStoreFullError } from './file-store.ts'

const writeFile = vi.hoisted(() => vi.fn())
vi.mock('node:fs/promises', async load => ({ ...(await load<object>()), writeFile }))
const { folderStore } = await import('./folder-store.ts')

test.each(['ENOSPC', 'EDQUOT', 'EROFS'])(
  'a folder that takes no files (%s) is an outage, not a fault',
  async code => {
    writeFile.mockRejectedValue(Object.assign(new Error('no'), { code }))
    const error = await folderStore(tmpdir())
      .put('kerf-full', Buffer.from('x'), 'text/plain')
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(FileStoreFullError)
    const { apiError, status } = toApiError(error)
    expect([apiError.errorName, status, apiError.retryAfter]).toEqual(['system', undefined, 60])
  },
)

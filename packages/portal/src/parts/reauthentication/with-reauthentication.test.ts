import { ApiError } from '@kerf/contract/client/client'
import { describe, expect, it, vi } from 'vitest'
import { createReauthenticator } from './with-reauthentication.ts'

const required = new ApiError('proof_required')

describe('withReauthentication', () => {
  it('does not reauthenticate when the call succeeds', async () => {
    const reauthenticate = vi.fn(async () => {})
    expect(await createReauthenticator(reauthenticate)(async () => 'done')).toBe('done')
    expect(reauthenticate).not.toHaveBeenCalled()
  })

  it('retries the call once after reauthentication', async () => {
    const reauthenticate = vi.fn(async () => {})
    const work = vi.fn<() => Promise<string>>().mockRejectedValueOnce(required).mockResolvedValueOnce('done')
    expect(await createReauthenticator(reauthenticate)(work)).toBe('done')
    expect(reauthenticate).toHaveBeenCalledOnce()
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('rejects when the retry still requires reauthentication', async () => {
    const reauthenticate = vi.fn(async () => {})
    await expect(
      createReauthenticator(reauthenticate)(async () => {
        throw required
      }),
    ).rejects.toBe(required)
    expect(reauthenticate).toHaveBeenCalledOnce()
  })

  it('asks again for another proof that is missing, and no third time', async () => {
    const missing = new ApiError('proof_required', { data: { missing: 'code' } })
    const reauthenticate = vi.fn(async () => {})
    const work = vi.fn<() => Promise<string>>().mockRejectedValueOnce(required).mockRejectedValueOnce(missing)
    expect(await createReauthenticator(reauthenticate)(work.mockResolvedValueOnce('done'))).toBe('done')
    expect(reauthenticate.mock.calls).toEqual([[required], [missing]])
    await expect(createReauthenticator(reauthenticate)(() => Promise.reject(missing))).rejects.toBe(missing)
    expect(reauthenticate).toHaveBeenCalledTimes(4)
  })

  it('passes on other errors and those of the reauthentication', async () => {
    const other = new ApiError('last_sign_in_method')
    const aborted = new ApiError(1002, { reason: 'abort' })
    const withReauthentication = createReauthenticator(() => Promise.reject(aborted))
    await expect(withReauthentication(() => Promise.reject(other))).rejects.toBe(other)
    await expect(withReauthentication(() => Promise.reject(required))).rejects.toBe(aborted)
  })

  it('shares one reauthentication between concurrent calls, but not with later ones', async () => {
    const reauthenticate = vi.fn(async () => {})
    const withReauthentication = createReauthenticator(reauthenticate)
    const work = () => vi.fn<() => Promise<number>>().mockRejectedValueOnce(required).mockResolvedValue(1)
    await Promise.all([withReauthentication(work()), withReauthentication(work())])
    expect(reauthenticate).toHaveBeenCalledOnce()
    await withReauthentication(work())
    expect(reauthenticate).toHaveBeenCalledTimes(2)
  })
})

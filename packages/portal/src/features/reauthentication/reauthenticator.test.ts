import { ApiError } from '@kerf/contract/client'
import { describe, expect, it, vi } from 'vitest'
import { createReauthenticator } from './reauthenticator.ts'

const refused = new ApiError('proof_required')

describe('a call that may want a fresh proof', () => {
  it('asks for none where none is wanted', async () => {
    const ask = vi.fn(async () => {})
    expect(await createReauthenticator(ask)(async () => 'done')).toBe('done')
    expect(ask).not.toHaveBeenCalled()
  })

  it('is made again, once, after the proof', async () => {
    const ask = vi.fn(async () => {})
    const work = vi.fn<() => Promise<string>>().mockRejectedValueOnce(refused).mockResolvedValueOnce('done')
    expect(await createReauthenticator(ask)(work)).toBe('done')
    expect(ask).toHaveBeenCalledOnce()
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('does not ask forever when the proof is not taken', async () => {
    const ask = vi.fn(async () => {})
    await expect(
      createReauthenticator(ask)(async () => {
        throw refused
      }),
    ).rejects.toBe(refused)
    expect(ask).toHaveBeenCalledOnce()
  })

  it('passes other failures on, and those of the asking', async () => {
    const other = new ApiError('last_sign_in_method')
    const given = new ApiError(1002, { reason: 'abort' })
    const prove = createReauthenticator(() => Promise.reject(given))
    await expect(prove(() => Promise.reject(other))).rejects.toBe(other)
    await expect(prove(() => Promise.reject(refused))).rejects.toBe(given)
  })

  it('asks once for two calls at a time, and anew for a later one', async () => {
    const ask = vi.fn(async () => {})
    const prove = createReauthenticator(ask)
    const work = () => vi.fn<() => Promise<number>>().mockRejectedValueOnce(refused).mockResolvedValue(1)
    await Promise.all([prove(work()), prove(work())])
    expect(ask).toHaveBeenCalledOnce()
    await prove(work())
    expect(ask).toHaveBeenCalledTimes(2)
  })
})

import { afterEach, describe, expect, it, vi } from 'vitest'

const session = vi.hoisted(() => ({ token: 'one' as string | undefined }))
vi.mock('../../lib/token/token.ts', () => ({ getCurrentToken: () => session.token }))
const { isPasswordChangePostponed, storePostponement, fingerprintOf } = await import('./postponement.ts')

afterEach(() => storePostponement(false))

describe('postponing the change of a default password', () => {
  it('applies to the session that postponed it', () => {
    expect(isPasswordChangePostponed()).toBe(false)
    storePostponement(true)
    expect(isPasswordChangePostponed()).toBe(true)
    session.token = 'another'
    expect(isPasswordChangePostponed()).toBe(false)
    session.token = 'one'
    expect(isPasswordChangePostponed()).toBe(true)
  })

  it('can be revoked', () => {
    storePostponement(true)
    storePostponement(false)
    expect(isPasswordChangePostponed()).toBe(false)
  })

  it('stores a fingerprint that does not reveal the token', () => {
    expect(fingerprintOf('x'.repeat(43)).length).toBeLessThan(8)
    expect(fingerprintOf('a')).not.toBe(fingerprintOf('b'))
  })
})

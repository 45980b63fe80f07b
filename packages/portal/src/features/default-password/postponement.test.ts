import { afterEach, describe, expect, it, vi } from 'vitest'

const session = vi.hoisted(() => ({ token: 'one' as string | undefined }))
vi.mock('../../lib/token.ts', () => ({ getCurrentToken: () => session.token }))
const { isPasswordChangePostponed, storePostponement, fingerprintOf } = await import('./postponement.ts')

afterEach(() => storePostponement(false))

describe('putting off the change of a default password', () => {
  it('holds for the session it was done in', () => {
    expect(isPasswordChangePostponed()).toBe(false)
    storePostponement(true)
    expect(isPasswordChangePostponed()).toBe(true)
    session.token = 'another'
    expect(isPasswordChangePostponed()).toBe(false)
    session.token = 'one'
    expect(isPasswordChangePostponed()).toBe(true)
  })

  it('can be taken back', () => {
    storePostponement(true)
    storePostponement(false)
    expect(isPasswordChangePostponed()).toBe(false)
  })

  it('keeps a mark from which no token can be read', () => {
    expect(fingerprintOf('x'.repeat(43)).length).toBeLessThan(8)
    expect(fingerprintOf('a')).not.toBe(fingerprintOf('b'))
  })
})

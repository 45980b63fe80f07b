import { afterEach, describe, expect, it, vi } from 'vitest'

const session = vi.hoisted(() => ({ token: 'one' as string | undefined }))
vi.mock('../../lib/token.ts', () => ({ currentToken: () => session.token }))
const { isPostponed, keepPostponed, markOf } = await import('./postponed.ts')

afterEach(() => keepPostponed(false))

describe('putting off the change of a default password', () => {
  it('holds for the session it was done in', () => {
    expect(isPostponed()).toBe(false)
    keepPostponed(true)
    expect(isPostponed()).toBe(true)
    session.token = 'another'
    expect(isPostponed()).toBe(false)
    session.token = 'one'
    expect(isPostponed()).toBe(true)
  })

  it('can be taken back', () => {
    keepPostponed(true)
    keepPostponed(false)
    expect(isPostponed()).toBe(false)
  })

  it('keeps a mark from which no token can be read', () => {
    expect(markOf('x'.repeat(43)).length).toBeLessThan(8)
    expect(markOf('a')).not.toBe(markOf('b'))
  })
})

import { describe, expect, it } from 'vitest'
import { listed, type Session, type SignIn, withMore, withoutSession } from './session-log.ts'

const session = (handle: string, current = false): Session => ({
  session: handle,
  ip: '',
  location: '',
  application: '',
  platform: 'web-pc',
  firstLogin: 1,
  lastLogin: 2,
  current,
})
const signIn = (handle: string, at: number): SignIn => ({
  session: handle,
  at,
  ip: '',
  location: '',
  application: '',
  platform: 'web-pc',
})

const first = listed({
  sessions: [session('a', true), session('b'), session('c')],
  log: { items: [signIn('c', 3), signIn('b', 2)], next: '2' },
})

describe('sessions and sign-ins', () => {
  it('lose one session, or all but the present one', () => {
    const handles = (handle?: string) => withoutSession(first, handle).sessions.map(one => one.session)
    expect(handles('b')).toEqual(['a', 'c'])
    expect(handles('unknown')).toEqual(['a', 'b', 'c'])
    expect(handles()).toEqual(['a'])
  })

  it('grow by a page, and keep what came twice once', () => {
    const more = withMore(first, {
      sessions: [session('a', true)],
      log: { items: [signIn('b', 2), signIn('a', 1)], next: null },
    })
    expect(more.signIns.map(one => one.session)).toEqual(['c', 'b', 'a'])
    expect(more.sessions).toHaveLength(1)
    expect(more).toMatchObject({ next: null, more: 'idle' })
  })
})

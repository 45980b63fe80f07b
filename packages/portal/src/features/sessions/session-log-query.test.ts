import { describe, expect, it } from 'vitest'
import { joinPages, type Session, type SignIn, withoutSession } from './session-log-query.ts'

const session = (handle: string, current = false): Session => ({
  session: handle,
  ip: '',
  location: '',
  application: '',
  platform: 'web-pc',
  firstLogin: 1,
  lastLogin: 2,
  current,
  recognized: false,
  machineUntil: null,
})
const signIn = (handle: string, at: number): SignIn => ({
  session: handle,
  at,
  ip: '',
  location: '',
  application: '',
  platform: 'web-pc',
})

const first = {
  sessions: [session('a', true), session('b'), session('c')],
  log: { items: [signIn('c', 3), signIn('b', 2)], next: '2' },
}
const second = {
  sessions: [session('a', true)],
  log: { items: [signIn('b', 2), signIn('a', 1)], next: null },
}

describe('withoutSession', () => {
  const remaining = (removed?: string) =>
    joinPages(withoutSession({ pages: [first] }, removed)).sessions.map(one => one.session)

  it('removes one session', () => {
    expect(remaining('b')).toEqual(['a', 'c'])
    expect(remaining('unknown')).toEqual(['a', 'b', 'c'])
  })

  it('removes all but the current session', () => {
    expect(remaining()).toEqual(['a'])
  })
})

describe('joinPages', () => {
  it('lists each sign-in once and the sessions of the last response', () => {
    const log = joinPages({ pages: [first, second] })
    expect(log.signIns.map(one => one.session)).toEqual(['c', 'b', 'a'])
    expect(log.sessions).toHaveLength(1)
    expect(log.addedSignIns).toBe(1)
  })
})

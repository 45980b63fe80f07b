/** What is known of an account's sessions and sign-ins: facts in, next facts out. */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { getSessionLog } from '@kerf/contract/endpoints/security'
import type { ListedPages } from '../../lib/use-paged.ts'

type Answer = OutputOf<typeof getSessionLog>
export type Session = Answer['sessions'][number]
export type SignIn = Answer['log']['items'][number]

export interface Listed extends ListedPages {
  readonly sessions: readonly Session[]
  readonly signIns: readonly SignIn[]
}

export const listed = ({ sessions, log }: Answer): Listed => ({
  kind: 'listed',
  sessions,
  signIns: log.items,
  next: log.next,
  more: 'idle',
})

/** Adds a page. The sessions are those of the newest answer; a sign-in that came twice is kept once. */
export function withMore(before: Listed, { sessions, log }: Answer): Listed {
  const known = new Set(before.signIns.map(signInKey))
  const fresh = log.items.filter(signIn => !known.has(signInKey(signIn)))
  return { ...before, sessions, signIns: [...before.signIns, ...fresh], next: log.next, more: 'idle' }
}

/** Without one session, or with none named, without all but the present one. */
export function withoutSession(before: Listed, handle: string | undefined): Listed {
  const stays = ({ session, current }: Session) => (handle === undefined ? current : session !== handle)
  return { ...before, sessions: before.sessions.filter(stays) }
}

/** A session signs in once. */
export const signInKey = ({ session, at }: SignIn): string => `${at} ${session}`

import type { OutputOf } from '@kerf/contract/endpoint'
import { getSessionLog } from '@kerf/contract/endpoints/session'
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import { callApi } from '../../lib/api/api-client.ts'
import { accountQueryKey } from '../../lib/query/query-client.ts'

export type SessionLogPage = OutputOf<typeof getSessionLog>
export type Session = SessionLogPage['sessions'][number]
export type SignIn = SessionLogPage['log']['items'][number]

/** The account's sessions and its login history, newest first. */
export const sessionLogQuery = () =>
  infiniteQueryOptions({
    queryKey: accountQueryKey('session-log'),
    queryFn: ({ pageParam, signal }) => callApi(getSessionLog, pageParam, { signal }),
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: ({ log }) => (log.next === null ? undefined : { cursor: log.next }),
    select: joinPages,
  })

/** Joins the pages. A sign-in that moved between two pages appears once; the sessions are those of the last response. */
export function joinPages({ pages }: Pick<InfiniteData<SessionLogPage>, 'pages'>) {
  const signIns = new Map<string, SignIn>()
  for (const signIn of pages.flatMap(({ log }) => log.items))
    if (!signIns.has(signInKey(signIn))) signIns.set(signInKey(signIn), signIn)
  return {
    sessions: pages.at(-1)?.sessions ?? [],
    signIns: [...signIns.values()],
    /** number of sign-ins that were loaded after the first page */
    addedSignIns: signIns.size - (pages[0]?.log.items.length ?? 0),
  }
}

/** Removes one session from the cached pages; without `removed`, all but the current session. */
export function withoutSession<D extends { readonly pages: readonly SessionLogPage[] }>(
  data: D,
  removed: string | undefined,
): D {
  const remains = ({ session, current }: Session) => (removed === undefined ? current : session !== removed)
  const pages = data.pages.map(page => ({ ...page, sessions: page.sessions.filter(remains) }))
  return { ...data, pages }
}

/** Each session signs in once. */
export const signInKey = ({ session, at }: SignIn): string => `${at} ${session}`

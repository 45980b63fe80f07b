import { getSessionLog } from '@kerf/contract/endpoints/security'
import { call } from '../../lib/call.ts'
import type { Explained } from '../../lib/explain.ts'
import { type PagedList, usePaged } from '../../lib/use-paged.ts'
import { type Listed, listed, withMore, withoutSession } from './session-log.ts'

export interface SessionLog extends Omit<PagedList<Listed>, 'change'> {
  /** after one session ended, or with none named, all others */
  forget(handle: string | undefined): void
}

/** Where the account is signed in and its sign-ins, asked for when first shown. */
export function useSessionLog(onFailed?: (fault: Explained) => void): SessionLog {
  const { change, ...list } = usePaged({
    ask: (page, signal) => call(getSessionLog, page, { signal }),
    listed,
    withMore,
    onFailed,
  })
  return { ...list, forget: handle => change(now => withoutSession(now, handle)) }
}

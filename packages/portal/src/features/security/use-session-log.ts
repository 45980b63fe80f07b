import { getSessionLog } from '@kerf/contract/endpoints/security'
import { callApi } from '../../lib/api-client.ts'
import type { ErrorDescription } from '../../lib/error-texts.ts'
import { type PagedList, usePagedList } from '../../lib/use-paged.ts'
import { type Listed, listed, withMore, withoutSession } from './session-log.ts'

export interface SessionLog extends Omit<PagedList<Listed>, 'change'> {
  /** after one session ended, or with none named, all others */
  forget(handle: string | undefined): void
}

/** Where the account is signed in and its sign-ins, asked for when first shown. */
export function useSessionLog(onFailed?: (error: ErrorDescription) => void): SessionLog {
  const { change, ...list } = usePagedList({
    ask: (page, signal) => callApi(getSessionLog, page, { signal }),
    listed,
    withMore,
    onFailed,
  })
  return { ...list, forget: handle => change(now => withoutSession(now, handle)) }
}

import { getFullInfo } from '@kerf/contract/endpoints/profile'
import { useEffect, useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { errorNameOf, isSessionExpiry } from '../../lib/api/error-name.ts'
import type { FullInfo } from '../../lib/session/account.ts'
import { getCurrentToken } from '../../lib/token/token.ts'
import type { NoticeError } from '../../ui/error-notice/error-notice.tsx'

interface Options<T> {
  /** of the address; undefined: there is none */
  readonly code: string | undefined
  /** the error of a code that offers nothing any more */
  readonly gone: 'machine_offer_invalid' | 'workshop_code_invalid'
  describe(code: string, signal: AbortSignal): Promise<T>
  /** `account`: for which the code offers nothing */
  onGone(account: FullInfo | undefined): void
}

/** What a code offers, and to whom. A guest sees nothing of it. */
export function useDescribedOffer<T>({ code, gone, describe, onGone }: Options<T>) {
  const [isGuest, setGuest] = useState(() => getCurrentToken() === undefined)
  const [described, setDescribed] = useState<{ readonly offer: T; readonly info: FullInfo }>()
  const [failure, setFailure] = useState<NoticeError>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page describes one kind of offer; only its code can change
  useEffect(() => {
    if (code === undefined || isGuest) return
    const aborted = new AbortController()
    const { signal } = aborted
    const account = callApi(getFullInfo, undefined, { signal, expiryIsFine: true })
    Promise.all([describe(code, signal), account]).then(
      ([offer, info]) => setDescribed({ offer, info }),
      async (error: unknown) => {
        if (signal.aborted) return
        if (isSessionExpiry(error)) return setGuest(true)
        if (errorNameOf(error) !== gone)
          return setFailure({ ...(await describeError(error)), action: 'form' })
        const info = await account.catch(() => undefined)
        if (!signal.aborted) onGone(info)
      },
    )
    return () => aborted.abort()
  }, [code, isGuest])
  return { isGuest, described, failure }
}

/** What the server's step after a social sign-in needs, asked for once. */
import type { OutputOf } from '@kerf/contract/endpoint'
import { describeSocialFlow } from '@kerf/contract/endpoints/social'
import { useEffect, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { describeError } from '../../lib/describe-error.ts'
import { errorNameOf } from '../../lib/error-name.ts'
import type { ErrorDescription } from '../../lib/error-texts.ts'

export type SocialFlow = OutputOf<typeof describeSocialFlow>

const EXPIRED = 'expired'

/** `onExpired`: it is too old, used up, or never was. */
export function useSocialFlow(flow: string, onExpired: () => void) {
  const [about, setAbout] = useState<SocialFlow>()
  const [error, setError] = useState<ErrorDescription>()
  const [turn, setTurn] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks again; what expiry leads to does not
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    callApi(describeSocialFlow, { flow }, { signal }).then(setAbout, async (error: unknown) => {
      if (signal.aborted) return
      if (errorNameOf(error) === EXPIRED) return onExpired()
      const said = await describeError(error)
      if (!signal.aborted) setError(said)
    })
    return () => controller.abort()
  }, [flow, turn])

  const retry = () => {
    setError(undefined)
    setTurn(now => now + 1)
  }
  return { about, error, retry }
}

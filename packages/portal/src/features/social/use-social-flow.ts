/** What the server's step after a social sign-in needs, asked for once. */
import type { OutputOf } from '@kerf/contract/endpoint'
import { describeSocialFlow } from '@kerf/contract/endpoints/social'
import { useEffect, useState } from 'react'
import { call } from '../../lib/call.ts'
import type { Explained } from '../../lib/explain.ts'
import { errorNameOf } from '../../lib/failure.ts'
import { explainFault } from '../../lib/faults.ts'

export type SocialFlow = OutputOf<typeof describeSocialFlow>

const EXPIRED = 'expired'

/** `onExpired`: it is too old, used up, or never was. */
export function useSocialFlow(flow: string, onExpired: () => void) {
  const [about, setAbout] = useState<SocialFlow>()
  const [fault, setFault] = useState<Explained>()
  const [turn, setTurn] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks again; what expiry leads to does not
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    call(describeSocialFlow, { flow }, { signal }).then(setAbout, async (error: unknown) => {
      if (signal.aborted) return
      if (errorNameOf(error) === EXPIRED) return onExpired()
      const said = await explainFault(error)
      if (!signal.aborted) setFault(said)
    })
    return () => controller.abort()
  }, [flow, turn])

  const retry = () => {
    setFault(undefined)
    setTurn(now => now + 1)
  }
  return { about, fault, retry }
}

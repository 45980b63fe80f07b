import type { OutputOf } from '@kerf/contract/endpoint'
import { describeSocialFlow } from '@kerf/contract/endpoints/social'
import { callApi } from '../../lib/api-client.ts'
import { errorNameOf } from '../../lib/error-name.ts'
import { useRequest } from '../../lib/use-request.ts'

export type SocialFlow = OutputOf<typeof describeSocialFlow>

const EXPIRED = 'expired'

/** Loads what the next step of a social sign-in needs. `onExpired`: the flow is expired, used or unknown. */
export function useSocialFlow(flow: string, onExpired: () => void) {
  const { data: about, ...request } = useRequest(flow, signal =>
    callApi(describeSocialFlow, { flow }, { signal }).catch((error: unknown) => {
      if (errorNameOf(error) !== EXPIRED || signal.aborted) throw error
      onExpired()
    }),
  )
  return { about: about || undefined, ...request }
}

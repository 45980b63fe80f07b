import type { OutputOf } from '@kerf/contract/endpoint'
import { describeSocialFlow } from '@kerf/contract/endpoints/social'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api/api-client.ts'
import { errorNameOf } from '../../lib/api/error-name.ts'

export type SocialFlow = OutputOf<typeof describeSocialFlow>

const EXPIRED = 'expired'

/** Loads what the next step of a social sign-in needs. `onExpired`: the flow is expired, used or unknown. */
export function useSocialFlow(flow: string, onExpired: () => void) {
  return useQuery({
    queryKey: ['social-flow', flow],
    async queryFn({ signal }) {
      try {
        return await callApi(describeSocialFlow, { flow }, { signal })
      } catch (error) {
        if (errorNameOf(error) !== EXPIRED || signal.aborted) throw error
        onExpired()
        return null
      }
    },
    // The form must not change while it is filled in, and a flow that is opened again may have expired.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

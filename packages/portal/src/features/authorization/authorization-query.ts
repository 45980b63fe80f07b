import type { OutputOf } from '@kerf/contract/endpoint'
import { answerAuthorization, describeAuthorization } from '@kerf/contract/endpoints/openid'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../lib/api/api-client.ts'
import { getCurrentToken } from '../../lib/token/token.ts'
import type { ChosenMachines } from './machine-choice.tsx'

export type Authorization = OutputOf<typeof describeAuthorization>

/** What the request of an app waits for. It depends on who is logged in. */
export const authorizationQuery = (flow: string) =>
  queryOptions({
    queryKey: ['authorization', flow, getCurrentToken()],
    queryFn: ({ signal }) => callApi(describeAuthorization, { flow }, { signal }),
    // The answer of another account, or from before a reauthentication, would show the wrong question.
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

let departure: Promise<never> | undefined

/** Replaces this page, once: a second address would cancel the first one. The promise stays pending. */
export function leaveFor(address: string): Promise<never> {
  departure ??= new Promise(() => location.replace(address))
  return departure
}

/** Answers the request. The browser leaves the portal by the returned address. */
export async function continueAuthorization(
  flow: string,
  answer: 'allow' | 'deny',
  machines?: ChosenMachines,
): Promise<never> {
  const { location: next } = await callApi(answerAuthorization, {
    flow,
    answer,
    ...(machines && { machines }),
  })
  return leaveFor(next)
}

/**
 * Server state of all screens but the first. Only lazily loaded code may import this file or `@tanstack/react-query`: the
 * login page must not load them.
 *
 * Conventions:
 * - Each resource has one file in its feature that exports its options:
 *
 *       export const redemptionsQuery = (language: Language) =>
 *         infiniteQueryOptions({
 *           queryKey: accountQueryKey('redemptions', language),
 *           queryFn: ({ pageParam, signal }) => callApi(getRedemptions, pageParam, { signal }),
 *           …
 *         })
 *
 *   Components call `useQuery(redemptionsQuery(language))`; the `loader` of the page's route calls
 *   `prefetchQuery` with the same options. A public page brings its own `QueryProvider`.
 * - Keys of an account's data start with its uid, so that a second account in the same tab never sees data of the first.
 * - After a mutation: `queryClient.invalidateQueries({ queryKey: accountQueryKey('redemptions') })`.
 * - Errors are ApiErrors. Compare `errorNameOf(error)`; show `describeQueryError(error)`.
 * - `callApi` reports an expired session once to the page, which then leaves for the login page. Queries do not handle it.
 */
import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { errorNameOf } from '../api/error-name.ts'
import { createErrorDescription, type ErrorDescription } from '../api/error-texts.ts'
import { account } from '../session/account.ts'

const RETRIES_MAX = 1
const RETRY_DELAY_MS = 500
/** A page that is opened again within this time shows what it has; after it, it also asks again. */
const STALE_AFTER_MS = 2_000

/** Only an unreachable server is worth a second attempt. An answer would be the same again. */
export const shouldRetry = (failureCount: number, error: unknown): boolean =>
  failureCount < RETRIES_MAX && errorNameOf(error) === 'unreachable' && !isTimeout(error)

/** After 60 s without an answer the person decides. */
const isTimeout = (error: unknown): boolean => (error as { reason?: unknown }).reason === 'timeout'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // `callApi` rejects with `offline` by itself; a paused query would show a skeleton for ever.
      networkMode: 'always',
      staleTime: STALE_AFTER_MS,
      retry: shouldRetry,
      retryDelay: RETRY_DELAY_MS,
      // Sessions are polled and messages are streamed: a focused window has nothing else to catch up with.
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Stays when the session ends, so that the page does not change until it is left. */
let uid = account.get()?.info.uid ?? ''

/** Key of a resource of the signed-in account. `parameters` are what its answer depends on, such as the language. */
export const accountQueryKey = (resource: string, ...parameters: readonly unknown[]): QueryKey => [
  uid,
  resource,
  ...parameters,
]

account.subscribe(() => {
  const next = account.get()?.info.uid
  if (next === uid) return
  if (next !== undefined) uid = next
  // Data of an ended session leaves the memory, except what is still on screen.
  queryClient.removeQueries({ type: 'inactive' })
})

/** The text and the fields of a failed query or mutation; undefined without an error. */
export const describeQueryError = (error: Error | null): ErrorDescription | undefined =>
  error === null ? undefined : createErrorDescription(error)

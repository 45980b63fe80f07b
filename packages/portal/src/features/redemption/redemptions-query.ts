import type { OutputOf } from '@kerf/contract/endpoint'
import { getRedemptions } from '@kerf/contract/endpoints/redemption'
import type { Language } from '@kerf/contract/language'
import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { callApi } from '../../lib/api/api-client.ts'
import { accountQueryKey } from '../../lib/query/query-client.ts'

export type RedemptionsPage = OutputOf<typeof getRedemptions>
export type Redemption = RedemptionsPage['items'][number]

export const redemptionsKey = () => accountQueryKey('redemptions')

/** The account's redemptions, newest first, with benefits named in `language`. */
export const redemptionsQuery = (language: Language) =>
  infiniteQueryOptions({
    queryKey: [...redemptionsKey(), language],
    queryFn: ({ pageParam, signal }) => callApi(getRedemptions, pageParam, { signal }),
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: ({ next }) => (next === null ? undefined : { cursor: next }),
    placeholderData: keepPreviousData,
    select: joinPages,
  })

/** Joins the pages. A redemption that moved between two pages appears once. */
export function joinPages({ pages }: Pick<InfiniteData<RedemptionsPage>, 'pages'>): readonly Redemption[] {
  const byCode = new Map<string, Redemption>()
  for (const item of pages.flatMap(({ items }) => items)) {
    // A code that the server cannot read is empty.
    const key = item.code || `${item.benefit} ${item.effectTime}`
    if (!byCode.has(key)) byCode.set(key, item)
  }
  return [...byCode.values()]
}

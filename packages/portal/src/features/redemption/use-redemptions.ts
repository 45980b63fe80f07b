import { getRedemptions } from '@kerf/contract/endpoints/redemption'
import { callApi } from '../../lib/api-client.ts'
import { useLanguage } from '../../lib/language.ts'
import { type PagedList, usePagedList } from '../../lib/use-paged.ts'
import { type Listed, listed, withMore } from './redemptions.ts'

export type Redemptions = PagedList<Listed>

/** What the account has redeemed; benefits are named in the language of the page. */
export function useRedemptions(): Redemptions {
  const language = useLanguage()
  return usePagedList(
    { ask: (page, signal) => callApi(getRedemptions, page, { signal }), listed, withMore },
    language,
  )
}

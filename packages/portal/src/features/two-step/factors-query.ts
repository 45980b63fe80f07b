import { getFactors } from '@kerf/contract/endpoints/factors'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../lib/api/api-client.ts'
import { accountQueryKey } from '../../lib/query/query-client.ts'

/** The second factors of the account. */
export const factorsQuery = () =>
  queryOptions({
    queryKey: accountQueryKey('factors'),
    queryFn: ({ signal }) => callApi(getFactors, {}, { signal }),
  })

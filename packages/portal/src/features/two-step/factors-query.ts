import { getFactors } from '@kerf/contract/endpoints/factors'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../lib/api/api-client.ts'
import { accountQueryKey } from '../../lib/query/query-client.ts'

/** Below so many unused recovery codes, new ones are recommended. */
export const FEW_RECOVERY_CODES = 3

/** The second factors of the account. */
export const factorsQuery = () =>
  queryOptions({
    queryKey: accountQueryKey('factors'),
    queryFn: ({ signal }) => callApi(getFactors, {}, { signal }),
  })

import { listPasskeys } from '@kerf/contract/endpoints/passkey'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../lib/api/api-client.ts'
import { accountQueryKey } from '../../lib/query/query-client.ts'

/** The passkeys of the account. */
export const passkeysQuery = () =>
  queryOptions({
    queryKey: accountQueryKey('passkeys'),
    queryFn: ({ signal }) => callApi(listPasskeys, {}, { signal }),
  })

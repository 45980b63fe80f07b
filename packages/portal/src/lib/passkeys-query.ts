import { listPasskeys } from '@kerf/contract/endpoints/passkey'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from './api-client.ts'
import { accountQueryKey } from './query-client.ts'

/** The passkeys of the account. */
export const passkeysQuery = () =>
  queryOptions({
    queryKey: accountQueryKey('passkeys'),
    queryFn: ({ signal }) => callApi(listPasskeys, {}, { signal }),
  })

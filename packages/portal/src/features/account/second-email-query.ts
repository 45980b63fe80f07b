import { getSecondEmail } from '@kerf/contract/endpoints/mailbox'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../lib/api/api-client.ts'
import { accountQueryKey } from '../../lib/query/query-client.ts'

/** The second email of the account, or null. */
export const secondEmailQuery = () =>
  queryOptions({
    queryKey: accountQueryKey('second-email'),
    queryFn: ({ signal }) => callApi(getSecondEmail, undefined, { signal }),
    select: ({ secondEmail }) => secondEmail,
  })

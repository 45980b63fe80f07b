import { getCertificateStatus } from '@kerf/contract/endpoints/certificate'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../lib/api/api-client.ts'
import { accountQueryKey } from '../../lib/query/query-client.ts'

/** Which certificates the account has. The training page keeps it up to date. */
export const certificateStatusQuery = () =>
  queryOptions({
    queryKey: accountQueryKey('certificate-status'),
    queryFn: ({ signal }) => callApi(getCertificateStatus, undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

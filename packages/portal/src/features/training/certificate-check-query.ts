import { checkCertificate } from '@kerf/contract/endpoints/training'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../lib/api/api-client.ts'

/** Whether the certificate with this number is genuine. */
export const certificateCheckQuery = (number: string) =>
  queryOptions({
    queryKey: ['certificate-check', number],
    queryFn: ({ signal }) => callApi(checkCertificate, undefined, { params: { number }, signal }),
  })

import { listUnlockedMachines } from '@kerf/contract/endpoints/welder'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../lib/api/api-client.ts'
import { accountQueryKey } from '../../lib/query/query-client.ts'

/** The machines that the account has requested unlock passwords for, the latest first. */
export const unlockedMachinesQuery = () =>
  queryOptions({
    queryKey: accountQueryKey('unlocked-machines'),
    queryFn: async ({ signal }) => (await callApi(listUnlockedMachines, undefined, { signal })).machines,
  })

import type { OutputOf } from '@kerf/contract/endpoint'
import { listWorkshopMembers, listWorkshops } from '@kerf/contract/machines/workshops'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../../lib/api/api-client.ts'
import { accountQueryKey, queryClient } from '../../../lib/query/query-client.ts'

export type Workshop = OutputOf<typeof listWorkshops>['workshops'][number]
export type WorkshopAct = Workshop['acts'][number]
export type WorkshopMember = OutputOf<typeof listWorkshopMembers>['members'][number]

/** The workshops that the account is in or has asked to join. */
export const workshopsQuery = () =>
  queryOptions({
    queryKey: accountQueryKey('workshops'),
    queryFn: ({ signal }) => callApi(listWorkshops, undefined, { signal }),
    select: ({ workshops }) => workshops,
  })

export const membersQuery = (workshop: string) =>
  queryOptions({
    queryKey: accountQueryKey('workshop-members', workshop),
    queryFn: ({ signal }) => callApi(listWorkshopMembers, undefined, { params: { workshop }, signal }),
  })

export const refreshWorkshops = (): Promise<void> => queryClient.invalidateQueries(workshopsQuery())

export const isAdminOf = ({ role }: Workshop): boolean => role === 'admin'

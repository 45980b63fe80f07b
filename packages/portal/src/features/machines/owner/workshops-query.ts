import type { OutputOf } from '@kerf/contract/endpoint'
import { listWorkshopMembers, listWorkshops } from '@kerf/contract/machines/workshops'
import * as m from '@kerf/locales/messages'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api/api-client.ts'
import { accountQueryKey, queryClient } from '../../../lib/query/query-client.ts'
import { formatDate } from '../../../lib/text/format-time.ts'

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

/** For parts of a page that waited for the workshops. They do not ask again after a failure: a late answer would move what stands below them. */
export const awaitedWorkshopsQuery = () => queryOptions({ ...workshopsQuery(), retryOnMount: false })

export const membersQuery = (workshop: string) =>
  queryOptions({
    queryKey: accountQueryKey('workshop-members', workshop),
    queryFn: ({ signal }) => callApi(listWorkshopMembers, undefined, { params: { workshop }, signal }),
  })

export const refreshWorkshops = (): Promise<void> => queryClient.invalidateQueries(workshopsQuery())

export const isAdminOf = ({ role }: Workshop): boolean => role === 'admin'

/** What takes effect later on the machine: a handover and a release can both wait. */
export const actsOn = (machine: string, { acts }: Pick<Workshop, 'acts'>): readonly WorkshopAct[] =>
  acts.filter(act => act.machine === machine)

interface OwnedMachine {
  readonly id: string
  readonly workshop: object | null
}

/** Only acts on a machine of a workshop wait. */
export function usePendingActs({ id, workshop }: OwnedMachine): readonly WorkshopAct[] {
  const { data = [] } = useQuery({ ...awaitedWorkshopsQuery(), enabled: workshop !== null })
  return workshop === null ? [] : data.flatMap(one => actsOn(id, one))
}

/** What the act does to the machine, and when. Text of a badge. */
export function describeAct({ kind, effectTime }: WorkshopAct): string {
  const date = formatDate(effectTime)
  return kind === 'release' ? m.workshops_release_on({ date }) : m.workshops_handover_on({ date })
}

import type { OutputOf } from '@kerf/contract/endpoint'
import { listMachinePeople, listMachines, type MachineRole } from '@kerf/contract/machines/machines'
import * as m from '@kerf/locales/messages'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api/api-client.ts'
import { accountQueryKey, queryClient } from '../../lib/query/query-client.ts'

export type Machine = OutputOf<typeof listMachines>['machines'][number]
export type MachineRequest = OutputOf<typeof listMachines>['requests'][number]
export type MachinePeople = OutputOf<typeof listMachinePeople>
export type MachinePerson = MachinePeople['people'][number]
export type MachineInvitation = MachinePeople['invitations'][number]

const listed = {
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => callApi(listMachines, undefined, { signal }),
}

/** The machines that the account has a role on. */
export const machinesQuery = () =>
  queryOptions({ queryKey: accountQueryKey('machines'), ...listed, select: ({ machines }) => machines })

/** What others ask of the account's machines, and what it asks of others. */
export const requestsQuery = () =>
  queryOptions({ queryKey: accountQueryKey('machines'), ...listed, select: ({ requests }) => requests })

export const peopleQuery = (machine: string) =>
  queryOptions({
    queryKey: accountQueryKey('machine-people', machine),
    queryFn: ({ signal }) => callApi(listMachinePeople, undefined, { params: { machine }, signal }),
  })

/** What somebody else asks of the owner of the machine. */
export const useOwnershipRequest = ({ id }: Machine): MachineRequest | undefined =>
  useQuery(requestsQuery()).data?.find(
    ({ side, machine, state }) => side === 'owner' && machine === id && state === 'open',
  )

/** Why the machine cannot be handed over now. */
export function useHandoverRefusal(machine: Machine): string | undefined {
  const request = useOwnershipRequest(machine)
  if (machine.lost) return m.transfer_lost()
  return request && m.error_machine_requested()
}

export const refreshMachines = (): Promise<void> => queryClient.invalidateQueries(machinesQuery())

export const ROLE_NAMES = {
  owner: m.machines_role_owner,
  manager: m.machines_role_manager,
  operator: m.machines_role_operator,
} as const satisfies Record<MachineRole, () => string>

/** An admin of the workshop that owns it has the role of a manager in calls. */
export const roleName = ({ role, workshop }: Machine): string =>
  workshop?.role === 'admin' ? m.workshops_role_admin() : ROLE_NAMES[role]()

/** Whether the person decides about the ownership. */
export const ownsMachine = ({ role, workshop }: Machine): boolean =>
  role === 'owner' || workshop?.role === 'admin'

/** What the owner types before ending the ownership: the name, or how the serial number ends. */
export const typedToConfirm = ({ name, sn }: Machine): string => name || sn.slice(-6)

import { listMachines, renameMachine } from '@kerf/contract/machines/machines'
import { normalizeLine } from '@kerf/contract/user-text'
import type { AddRoute } from '../../identity/index.ts'
import { auditContext } from '../../platform/audit/caller.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { listOwnMachines } from './describe-machine.ts'
import { nameMachine } from './name-machine.ts'

export function machineRoutes(
  add: AddRoute,
  { db, isDistributed }: Pick<PlatformServices, 'db' | 'isDistributed'>,
): void {
  add(listMachines, (_, { session }) => listOwnMachines({ db, isDistributed }, session.uid))
  add(renameMachine, async ({ name }, { session, caller, params: { machine = '' } }) => {
    await nameMachine(db, session, { machine, name: normalizeLine(name) }, auditContext(caller))
    return {}
  })
}

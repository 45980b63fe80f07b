import { issueMachinePass, limitMachinePasses } from '@kerf/contract/machines/passes'
import type { AddRoute } from '../../identity/index.ts'
import type { Passes } from './issue-pass.ts'

export function passRoutes(add: AddRoute, passes: Passes): void {
  add(issueMachinePass, (input, { session, caller, params: { machine = '' } }) =>
    passes.issue(session, machine, input, caller),
  )
  add(limitMachinePasses, async ({ days }, { session, caller, params: { machine = '' } }) => {
    await passes.limitDays(session, machine, days, caller)
    return {}
  })
}

import { issueMachinePass, limitMachinePasses } from '@kerf/contract/machines/passes'
import type { AddRoute } from '../../identity/index.ts'
import { drawQrCode } from '../../platform/qr-code/draw-qr-code.ts'
import type { Passes } from './issue-pass.ts'

export function passRoutes(add: AddRoute, passes: Passes): void {
  add(issueMachinePass, async (input, { session, caller, params: { machine = '' } }) => {
    const issued = await passes.issue(session, machine, input, caller)
    return { ...issued, qrCode: await drawQrCode(issued.pass) }
  })
  add(limitMachinePasses, async ({ days }, { session, caller, params: { machine = '' } }) => {
    await passes.limitDays(session, machine, days, caller)
    return {}
  })
}

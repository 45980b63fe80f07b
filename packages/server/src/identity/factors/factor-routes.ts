import {
  confirmTotp,
  forgetBrowsers,
  getFactors,
  removeTotp,
  renewRecoveryCodes,
  startTotp,
  stopFactorRemoval,
} from '@kerf/contract/endpoints/factors'
import type { AddRoute } from '../session/session-guard.ts'
import type { ManageFactors } from './manage-factors.ts'

export function factorRoutes(add: AddRoute, manage: ManageFactors): void {
  add(stopFactorRemoval, async (_, { session, caller }) => {
    await manage.stopRemoval(session, caller)
    return {}
  })
  add(getFactors, (_, { session }) => manage.read(session))
  add(startTotp, (_, { session, caller }) => manage.startTotp(session, caller))
  add(confirmTotp, (input, { session, caller }) => manage.confirmTotp(session, input, caller))
  add(removeTotp, async (_, { session, caller }) => {
    await manage.removeTotp(session, caller)
    return {}
  })
  add(renewRecoveryCodes, (_, { session, caller }) => manage.renewRecoveryCodes(session, caller))
  add(forgetBrowsers, async (_, { session, caller }) => {
    await manage.forgetBrowsers(session, caller)
    return {}
  })
}

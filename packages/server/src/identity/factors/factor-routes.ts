import {
  confirmTotp,
  forgetBrowsers,
  getFactors,
  passSecondStep,
  removeTotp,
  renewRecoveryCodes,
  startTotp,
} from '@kerf/contract/endpoints/factors'
import type { AddRoute } from '../../platform/http/route.ts'
import type { ManageFactors } from './manage-factors.ts'
import type { PassSecondStep } from './pass-second-step.ts'

export function factorRoutes(add: AddRoute, manage: ManageFactors, pass: PassSecondStep): void {
  add(passSecondStep, async (input, { caller, signIn }) => signIn(await pass(input, caller)))
  add(getFactors, (_, { session }) => manage.read(session))
  add(startTotp, (_, { session, caller }) => manage.startTotp(session, caller))
  add(confirmTotp, ({ code }, { session, caller }) => manage.confirmTotp(session, code, caller))
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

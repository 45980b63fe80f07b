import {
  confirmTotp,
  forgetBrowsers,
  getFactors,
  passSecondStep,
  removeTotp,
  renewRecoveryCodes,
  startLoginSetup,
  startTotp,
} from '@kerf/contract/endpoints/factors'
import type { AddRoute } from '../../platform/http/route.ts'
import type { ManageFactors } from './manage-factors.ts'
import type { SecondStep } from './pass-second-step.ts'

export function factorRoutes(add: AddRoute, manage: ManageFactors, step: SecondStep): void {
  add(passSecondStep, async (input, { caller, signIn }) => {
    const { issued, recoveryCodes } = await step.passSecondStep(input, caller)
    return { ...signIn(issued), ...(recoveryCodes && { recoveryCodes: [...recoveryCodes] }) }
  })
  add(startLoginSetup, (input, { caller }) => step.startSetup(input, caller))
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

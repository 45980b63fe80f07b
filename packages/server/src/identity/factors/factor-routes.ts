import {
  confirmTotp,
  describeLoginStep,
  forgetBrowsers,
  getFactors,
  getPasskeyStepOptions,
  passSecondStep,
  removeTotp,
  renewRecoveryCodes,
  sendLoginCode,
  startFactorRemoval,
  startLoginSetup,
  startTotp,
  stopFactorRemoval,
} from '@kerf/contract/endpoints/factors'
import type { AddRoute } from '../../platform/http/route.ts'
import type { ManageFactors } from './manage-factors.ts'
import type { SecondStep } from './pass-second-step.ts'

export function factorRoutes(add: AddRoute, manage: ManageFactors, step: SecondStep): void {
  add(passSecondStep, async (input, { caller, signIn }) => {
    const { signedIn, recoveryCodes } = await step.passSecondStep(input, caller)
    return { ...signIn(signedIn), ...(recoveryCodes && { recoveryCodes: [...recoveryCodes] }) }
  })
  add(startLoginSetup, (input, { caller }) => step.startSetup(input, caller))
  add(getPasskeyStepOptions, async (input, { caller, identifyBrowser }) => ({
    options: await step.passkeyOptions(input, identifyBrowser(), caller),
  }))
  add(describeLoginStep, (input, { caller }) => step.describe(input, caller))
  add(sendLoginCode, (input, { caller }) => step.sendCode(input, caller))
  add(startFactorRemoval, (input, { caller }) => step.startRemoval(input, caller))
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

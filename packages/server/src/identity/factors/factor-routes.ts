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
import type { AddRoute } from '../../web/route.ts'
import type { ManageFactors } from './manage-factors.ts'
import type { PassSecondStep } from './pass-second-step.ts'
import type { SecondStepPreparation } from './prepare-second-step.ts'

export interface FactorUseCases {
  readonly manage: ManageFactors
  readonly preparation: SecondStepPreparation
  readonly passStep: PassSecondStep
}

export function factorRoutes(add: AddRoute, { manage, preparation, passStep }: FactorUseCases): void {
  add(passSecondStep, async (input, { caller, signIn }) => {
    const { signedIn, recoveryCodes } = await passStep(input, caller)
    return { ...signIn(signedIn), ...(recoveryCodes && { recoveryCodes: [...recoveryCodes] }) }
  })
  add(startLoginSetup, (input, { caller }) => preparation.startSetup(input, caller))
  add(getPasskeyStepOptions, async (input, { caller, identifyBrowser }) => ({
    options: await preparation.passkeyOptions(input, identifyBrowser(), caller),
  }))
  add(describeLoginStep, (input, { caller }) => preparation.describe(input, caller))
  add(sendLoginCode, (input, { caller }) => preparation.sendCode(input, caller))
  add(startFactorRemoval, (input, { caller }) => preparation.startRemoval(input, caller))
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

import {
  describeLoginStep,
  getPasskeyStepOptions,
  passSecondStep,
  sendLoginCode,
  startFactorRemoval,
  startLoginSetup,
} from '@kerf/contract/endpoints/factors'
import {
  allowLogin,
  enterpriseLogin,
  login,
  loginByVerificationCode,
  reauthenticate,
  register,
} from '@kerf/contract/endpoints/sign-in'
import { requireCanonicalEmail } from '../account/email-address.ts'
import { confirmedPassword } from '../password/password-policy.ts'
import { answerSignIn, identifyBrowser, setCompanion } from '../session/answer-cookies.ts'
import type { AddRoute } from '../session/session-guard.ts'
import { submittedCode } from '../verification/verification-codes.ts'
import type { AllowLogin } from './allow-login.ts'
import type { PassSecondStep } from './pass-second-step.ts'
import type { Reauthenticate } from './reauthenticate.ts'
import type { Register } from './register.ts'
import type { SignInByCode } from './sign-in-by-code.ts'
import type { SignInByPassword } from './sign-in-by-password.ts'
import type { WaitingSignIns } from './waiting-sign-in.ts'

export interface SignInUseCases {
  readonly byPassword: SignInByPassword
  readonly byCode: SignInByCode
  readonly register: Register
  readonly reauthenticate: Reauthenticate
  readonly waiting: WaitingSignIns
  readonly passStep: PassSecondStep
  readonly allowLogin: AllowLogin
}

export function signInRoutes(add: AddRoute, use: SignInUseCases): void {
  add(login, async ({ email, ...input }, context) => {
    const identifier = { kind: 'email', value: requireCanonicalEmail(email) } as const
    return answerSignIn(context, await use.byPassword({ ...input, identifier }, context.caller))
  })
  add(enterpriseLogin, async ({ account, ...input }, context) => {
    const identifier = { kind: 'account', value: account.toLowerCase() } as const
    return answerSignIn(context, await use.byPassword({ ...input, identifier }, context.caller))
  })
  add(loginByVerificationCode, async (input, context) => {
    const { email, remember, agreement } = input
    return answerSignIn(
      context,
      await use.byCode({ email, ...submittedCode(input), remember, agreement }, context.caller),
    )
  })
  add(register, async ({ email, ...input }, context) => {
    const password = confirmedPassword(input)
    return answerSignIn(
      context,
      await use.register(
        { email, password, ...submittedCode(input), idempotencyKey: context.idempotencyKey },
        context.caller,
      ),
    )
  })
  add(reauthenticate, async (input, context) => {
    const submitted = 'captcha' in input ? submittedCode(input) : input
    const companion = await use.reauthenticate(context.session, submitted, context.caller)
    setCompanion(context, companion, context.session)
    return { companion }
  })
  add(passSecondStep, async (input, context) => {
    const { signedIn, recoveryCodes } = await use.passStep(input, context.caller)
    return { ...answerSignIn(context, signedIn), ...(recoveryCodes && { recoveryCodes: [...recoveryCodes] }) }
  })
  add(allowLogin, (input, { caller }) => use.allowLogin(input, caller))
  add(describeLoginStep, (input, { caller }) => use.waiting.describe(input, caller))
  add(sendLoginCode, (input, { caller }) => use.waiting.sendCode(input, caller))
  add(startLoginSetup, (input, { caller }) => use.waiting.startSetup(input, caller))
  add(startFactorRemoval, (input, { caller }) => use.waiting.startRemoval(input, caller))
  add(getPasskeyStepOptions, async (input, context) => ({
    options: await use.waiting.passkeyOptions(input, identifyBrowser(context), context.caller),
  }))
}

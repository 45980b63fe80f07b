import {
  enterpriseLogin,
  findPassword,
  login,
  loginByVerificationCode,
  register,
} from '@kerf/contract/endpoints/login'
import { changeEmail, changePassword, reauthenticate } from '@kerf/contract/endpoints/security'
import type { AddRoute } from '../../web/route.ts'
import { requireCanonicalEmail } from '../account/email-address.ts'
import type { createChangeEmail } from './change-email.ts'
import type { createChangePassword } from './change-password.ts'
import type { createLoginByCode } from './login-by-code.ts'
import type { createLoginByPassword } from './login-by-password.ts'
import { confirmedPassword } from './password-policy.ts'
import type { createReauthenticate } from './reauthenticate.ts'
import type { createRegister } from './register.ts'
import type { createResetPassword } from './reset-password.ts'

export interface LoginUseCases {
  readonly byPassword: ReturnType<typeof createLoginByPassword>
  readonly byCode: ReturnType<typeof createLoginByCode>
  readonly register: ReturnType<typeof createRegister>
  readonly resetPassword: ReturnType<typeof createResetPassword>
  readonly reauthenticate: ReturnType<typeof createReauthenticate>
  readonly changePassword: ReturnType<typeof createChangePassword>
  readonly changeEmail: ReturnType<typeof createChangeEmail>
}

/** On the wire a verification code is called `captcha`. */
const submittedCode = ({
  captcha,
  nonce,
  ticket,
}: {
  readonly captcha: string
  readonly nonce: string
  readonly ticket?: string | undefined
}) => ({ verificationCode: captcha, nonce, ticket })

export function loginRoutes(add: AddRoute, use: LoginUseCases): void {
  add(login, async ({ email, ...input }, { caller, signIn }) => {
    const identifier = { kind: 'email', value: requireCanonicalEmail(email) } as const
    return signIn(await use.byPassword({ ...input, agreement: input.agreement, identifier }, caller))
  })
  add(enterpriseLogin, async ({ account, ...input }, { caller, signIn }) => {
    const identifier = { kind: 'account', value: account.toLowerCase() } as const
    return signIn(await use.byPassword({ ...input, agreement: input.agreement, identifier }, caller))
  })
  add(loginByVerificationCode, async (input, { caller, signIn }) => {
    const { email, remember, agreement } = input
    return signIn(await use.byCode({ email, ...submittedCode(input), remember, agreement }, caller))
  })
  add(register, async ({ email, ...input }, { caller, signIn, idempotencyKey }) => {
    const password = confirmedPassword(input)
    return signIn(await use.register({ email, password, ...submittedCode(input), idempotencyKey }, caller))
  })
  add(findPassword, async ({ email, account, ...input }, { caller, signIn }) => {
    const password = confirmedPassword(input)
    return signIn(
      await use.resetPassword(
        { email, account, password, agreement: input.agreement, ...submittedCode(input) },
        caller,
      ),
    )
  })
  add(reauthenticate, async (input, { session, caller, setCompanion }) => {
    const submitted = 'captcha' in input ? submittedCode(input) : input
    const companion = await use.reauthenticate(session, submitted, caller)
    setCompanion(companion, session)
    return { companion }
  })
  add(changePassword, async ({ confirmPassword, ...input }, { session, caller }) => {
    const password = confirmedPassword({ password: input.password, confirmPassword })
    const change = 'oldPassword' in input ? input : submittedCode(input)
    await use.changePassword(session, { ...change, password }, caller)
    return {}
  })
  add(changeEmail, async ({ email, ...code }, { session, caller }) => {
    await use.changeEmail(session, { email, ...submittedCode(code) }, caller)
    return {}
  })
}

import {
  enterpriseLogin,
  findPassword,
  login,
  loginByVerificationCode,
  register,
} from '@kerf/contract/endpoints/login'
import { changePassword, reauthenticate } from '@kerf/contract/endpoints/security'
import type { AddRoute } from '../../platform/http/route.ts'
import { requireCanonicalEmail } from '../verification/receiver-hash.ts'
import type { createChangePassword } from './change-password.ts'
import type { createLoginByCode } from './login-by-code.ts'
import type { createLoginByPassword } from './login-by-password.ts'
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
}

export function loginRoutes(add: AddRoute, use: LoginUseCases): void {
  add(login, async ({ email, password, remember, agreement = false }, { caller, signIn }) => {
    const identifier = requireCanonicalEmail(email)
    return signIn(await use.byPassword({ by: 'email', identifier, password, remember, agreement }, caller))
  })
  add(enterpriseLogin, async ({ account, password, remember, agreement = false }, { caller, signIn }) => {
    const identifier = account.toLowerCase()
    return signIn(await use.byPassword({ by: 'account', identifier, password, remember, agreement }, caller))
  })
  add(loginByVerificationCode, async ({ agreement = false, ...input }, { caller, signIn }) =>
    signIn(await use.byCode({ ...input, agreement }, caller)),
  )
  add(register, async (input, { caller, signIn }) => signIn(await use.register(input, caller)))
  add(findPassword, async (input, { caller, signIn }) => signIn(await use.resetPassword(input, caller)))
  add(reauthenticate, async (input, { session, caller }) => {
    await use.reauthenticate(session, input, caller)
    return {}
  })
  add(changePassword, async (input, { session, caller }) => {
    await use.changePassword(session, input, caller)
    return {}
  })
}

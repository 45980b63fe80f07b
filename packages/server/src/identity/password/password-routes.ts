import { changePassword, findPassword } from '@kerf/contract/endpoints/password'
import { answerSignIn } from '../session/answer-cookies.ts'
import type { AddRoute } from '../session/session-guard.ts'
import { submittedCode } from '../verification/verification-codes.ts'
import type { ChangePassword } from './change-password.ts'
import { confirmedPassword } from './password-policy.ts'
import type { ResetPassword } from './reset-password.ts'

export interface PasswordUseCases {
  readonly change: ChangePassword
  readonly reset: ResetPassword
}

export function passwordRoutes(add: AddRoute, { change, reset }: PasswordUseCases): void {
  add(findPassword, async ({ email, account, secondEmail, ...input }, context) => {
    const password = confirmedPassword(input)
    const { agreement } = input
    return answerSignIn(
      context,
      await reset(
        { email, account, secondEmail, password, agreement, ...submittedCode(input) },
        context.caller,
      ),
    )
  })
  add(changePassword, async (input, { session, caller }) => {
    const password = confirmedPassword(input)
    const proof = 'oldPassword' in input ? input : submittedCode(input)
    await change(session, { ...proof, password }, caller)
    return {}
  })
}

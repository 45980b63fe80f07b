import { deleteAccount } from '@kerf/contract/endpoints/erasure'
import type { AddRoute } from '../session/call-guard.ts'
import { signOut } from '../session/call-session.ts'
import type { DeleteAccount } from './delete-account.ts'

export function erasureRoutes(add: AddRoute, eraseOwnAccount: DeleteAccount): void {
  add(deleteAccount, async ({ captcha: verificationCode, nonce, ticket }, context) => {
    await eraseOwnAccount(context.session, { verificationCode, nonce, ticket }, context.caller)
    signOut(context)
    return {}
  })
}

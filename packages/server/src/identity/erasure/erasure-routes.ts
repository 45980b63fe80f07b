import { deleteAccount } from '@kerf/contract/endpoints/erasure'
import type { AddRoute } from '../../web/route.ts'
import type { DeleteAccount } from './delete-account.ts'

export function erasureRoutes(add: AddRoute, eraseOwnAccount: DeleteAccount): void {
  add(deleteAccount, async ({ captcha: verificationCode, nonce, ticket }, { session, caller, signOut }) => {
    await eraseOwnAccount(session, { verificationCode, nonce, ticket }, caller)
    signOut()
    return {}
  })
}

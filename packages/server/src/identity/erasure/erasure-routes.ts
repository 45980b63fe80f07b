import { PASSKEY_COOKIE } from '@kerf/contract/cookie-names'
import { deleteAccount } from '@kerf/contract/endpoints/erasure'
import { signOut } from '../session/answer-cookies.ts'
import type { AddRoute } from '../session/session-guard.ts'
import type { DeleteAccount } from './delete-account.ts'

export function erasureRoutes(add: AddRoute, eraseOwnAccount: DeleteAccount): void {
  add(deleteAccount, async ({ captcha: verificationCode, nonce, ticket }, context) => {
    await eraseOwnAccount(context.session, { verificationCode, nonce, ticket }, context.caller)
    signOut(context)
    context.setCookies(`${PASSKEY_COOKIE}=; Max-Age=0; Path=/; SameSite=Lax`)
    return {}
  })
}

import { getBasicInfo, getFullInfo } from '@kerf/contract/endpoints/account'
import { changeEmail, deleteAccount } from '@kerf/contract/endpoints/security'
import type { Queryable } from '../../platform/db/database.ts'
import type { AddRoute } from '../../platform/http/route.ts'
import { basicInfo, fullInfo } from './account-info.ts'
import type { createChangeEmail } from './change-email.ts'
import type { createDeleteAccount } from './delete-account.ts'

/** The cookie of a remembered session is renewed for a year at the first use after this idle time. */
const COOKIE_RENEWAL_IDLE_SECONDS = 24 * 3600

export interface AccountUseCases {
  readonly changeEmail: ReturnType<typeof createChangeEmail>
  readonly deleteAccount: ReturnType<typeof createDeleteAccount>
}

export function accountRoutes(
  add: AddRoute,
  db: Queryable,
  publicUrl: () => URL,
  use: AccountUseCases,
): void {
  add(getBasicInfo, (_, { session }) => basicInfo(session, publicUrl()))
  add(getFullInfo, async (_, { session, renewCookie }) => {
    if (session.remember && session.idle > COOKIE_RENEWAL_IDLE_SECONDS) renewCookie(session)
    return fullInfo(db, session.uid, publicUrl())
  })
  add(changeEmail, async ({ email, captcha: verificationCode, nonce }, { session, caller }) => {
    await use.changeEmail(session, { email, verificationCode, nonce }, caller)
    return {}
  })
  add(deleteAccount, async ({ captcha: verificationCode, nonce }, { session, caller, signOut }) => {
    await use.deleteAccount(session, { verificationCode, nonce }, caller)
    signOut()
    return {}
  })
}

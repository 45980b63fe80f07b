import { getBasicInfo, getFullInfo } from '@kerf/contract/endpoints/account'
import { changeEmail, deleteAccount } from '@kerf/contract/endpoints/security'
import type { Queryable } from '../../platform/db/database.ts'
import type { AddRoute } from '../../platform/http/route.ts'
import { basicInfo, fullInfo } from './account-info.ts'
import type { createChangeEmail } from './change-email.ts'
import type { createDeleteAccount } from './delete-account.ts'

/** A remembered session's cookie is given a new year once a day of use. */
const RENEW_AFTER = 24 * 3600

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
    if (session.remember && session.idle > RENEW_AFTER) renewCookie(session)
    return fullInfo(db, session.uid, publicUrl())
  })
  add(changeEmail, async (input, { session, caller }) => {
    await use.changeEmail(session, input, caller)
    return {}
  })
  add(deleteAccount, async ({ captcha, nonce }, { session, caller, signOut }) => {
    await use.deleteAccount(session, { captcha, nonce }, caller)
    signOut()
    return {}
  })
}

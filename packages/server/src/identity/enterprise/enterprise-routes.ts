import { changeEnterprisePassword, postponePassword as later } from '@kerf/contract/endpoints/password'
import type { Database } from '../../platform/db/database.ts'
import type { createChangePassword } from '../password/change-password.ts'
import { confirmedPassword } from '../password/password-policy.ts'
import type { AddRoute } from '../session/session-guard.ts'
import { postponePassword } from './postpone-password.ts'

export function enterpriseRoutes(
  add: AddRoute,
  db: Database,
  changePassword: ReturnType<typeof createChangePassword>,
): void {
  add(changeEnterprisePassword, async ({ confirmPassword, ...input }, { session, caller }) => {
    confirmedPassword({ password: input.password, confirmPassword })
    await changePassword(session, input, caller)
    return {}
  })
  add(later, (_, { session, caller }) => postponePassword(db, session.uid, caller))
}

import { changeEnterprisePassword, postponePassword as later } from '@kerf/contract/endpoints/security'
import type { Queryable } from '../db/database.ts'
import type { AddRoute } from '../http/route.ts'
import type { createChangePassword } from '../login/change-password.ts'
import { postponePassword } from './postpone-password.ts'

export function enterpriseRoutes(
  add: AddRoute,
  db: Queryable,
  changePassword: ReturnType<typeof createChangePassword>,
): void {
  add(changeEnterprisePassword, async (input, { session, caller }) => {
    await changePassword(session, input, caller)
    return {}
  })
  add(later, (_, { session }) => postponePassword(db, session.uid))
}

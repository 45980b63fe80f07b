import { changeEnterprisePassword, postponePassword as later } from '@kerf/contract/endpoints/security'
import type { Database } from '../../platform/db/database.ts'
import type { AddRoute } from '../../platform/http/route.ts'
import type { createChangePassword } from '../login/change-password.ts'
import { postponePassword } from './postpone-password.ts'

export function enterpriseRoutes(
  add: AddRoute,
  db: Database,
  changePassword: ReturnType<typeof createChangePassword>,
): void {
  add(changeEnterprisePassword, async (input, { session, caller }) => {
    await changePassword(session, input, caller)
    return {}
  })
  add(later, (_, { session, caller }) => postponePassword(db, session.uid, caller))
}

import { logout as endpoint } from '@kerf/contract/endpoints/account'
import type { Database } from '../db/database.ts'
import type { AddRoute } from '../http/route.ts'
import { logout } from './logout.ts'

export function sessionRoutes(add: AddRoute, db: Database): void {
  add(endpoint, async (_, { session, caller, signOut }) => {
    await logout(db, session, caller)
    signOut()
    return {}
  })
}

import type { Queryable } from '../../../platform/db/database.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { type AccountState, findAccountState } from './account-state-store.ts'

/** Throws `system` when the one row of `broadcast_version` is missing, which the migrations insert. */
export async function loadAccountState(db: Queryable, uid: string): Promise<AccountState> {
  const [state] = await findAccountState(db, { uid })
  if (!state) throw new ApiError('system')
  return state
}

/** Passes of people who lose their role. */
import type { Queryable } from '../../platform/db/database.ts'
import { REMOVED_MEMBERS_MAX } from './pass-format.ts'
import { findPassRights, insertRemovedMember } from './pass-store.ts'
import { renewPasses } from './renew-passes.ts'

/**
 * In the transaction of a removal, which has locked the machine. The next passes list the member; where the list is full, a new
 * ownership number voids all passes instead. Returns whether it did.
 */
export async function voidPasses(
  tx: Queryable,
  order: {
    readonly machine: string
    readonly ownership: string
    readonly member: number
    /** end of the member's last pass, unix seconds */
    readonly end: number
  },
): Promise<boolean> {
  const { machine, ownership } = order
  await insertRemovedMember(tx, order)
  const [state] = await findPassRights(tx, { machine, ownership })
  if ((state?.removed.length ?? 0) <= REMOVED_MEMBERS_MAX) return false
  if (!(await renewPasses(tx, { machine, ownership }))) throw new Error('the machine was not locked')
  return true
}

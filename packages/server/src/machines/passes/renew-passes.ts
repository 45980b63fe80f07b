import type { Queryable } from '../../platform/db/database.ts'
import { keepInvitations, keepRequests, keepRoles, renewOwnership } from './pass-store.ts'

/** A new ownership number for the same owner: all passes end, roles and what was offered stay. False: the owner has changed. */
export async function renewPasses(
  tx: Queryable,
  {
    machine,
    ownership,
    above = ownership,
  }: { readonly machine: string; readonly ownership: string; readonly above?: string },
): Promise<boolean> {
  const [renewed] = await renewOwnership(tx, { machine, ownership, above })
  if (!renewed) return false
  const renewal = { machine, from: ownership, to: renewed.ownership }
  await keepRoles(tx, renewal)
  await keepInvitations(tx, renewal)
  await keepRequests(tx, renewal)
  return true
}

/** Ends the role of one person on a machine (S-163): passes, session, invitations and the record of the loss. */
import { publishMachineEvent } from '../../outbound/webhook/publish-account-event.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { endSessionsOfRoles } from '../machine/machine-sessions.ts'
import { unlinkAccount } from '../machine/machine-store.ts'
import { recordLoss } from '../machine/record-loss.ts'
import { voidPasses } from '../passes/void-passes.ts'
import { barAccount, deleteInvitationsBy, type RemovedRole } from './sharing-store.ts'

/** In a transaction that has raised the rights version and deleted the role. `now`: unix seconds. */
export async function endRole(
  tx: Queryable,
  {
    machine,
    ownership,
    rights,
  }: { readonly machine: string; readonly ownership: string; readonly rights: string },
  removed: RemovedRole,
  { now, bar }: { readonly now: number; readonly bar: boolean },
): Promise<{ passUntil: number | null; allRenew: boolean }> {
  const { uid, member, passEnd } = removed
  const passUntil = passEnd !== null && passEnd > now ? passEnd : null
  const allRenew =
    passUntil !== null && (await voidPasses(tx, { machine, ownership, member, end: passUntil }))
  await deleteInvitationsBy(tx, { machine, member })
  if (bar) await barAccount(tx, { machine, uid })
  await unlinkAccount(tx, { uid, machine })
  await endSessionsOfRoles(tx, [removed])
  await recordLoss(tx, { machine, uid, member, ownership, rights })
  await publishMachineEvent(tx, 'machine.unshared', { uids: [uid], machine, role: null, until: null })
  return { passUntil, allRenew }
}

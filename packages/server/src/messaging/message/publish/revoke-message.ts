/** Revokes a message, for operators and for apps. Open pages remove it at once. */
import { writeAudit } from '../../../platform/audit/write-audit.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { parseMessageId } from '../content/message-id.ts'
import { deleteAccountMessage } from '../store/account-message-store.ts'
import {
  lockBroadcast,
  lockUnseenBroadcast,
  raiseBroadcastVersion,
  revokeBroadcast,
} from '../store/broadcast-store.ts'
import { notifyPublished } from '../store/notify-changes.ts'
import { type Actor, clientDetail } from './publish-message.ts'

/** The version is raised only if there is a broadcast to revoke, because every new version makes all processes read. */
async function revokeLocked(
  tx: Queryable,
  [broadcast]: readonly { readonly id: number }[],
): Promise<boolean> {
  if (!broadcast) return false
  const { id } = broadcast
  const [next] = await raiseBroadcastVersion(tx)
  if (!next) return false
  await revokeBroadcast(tx, { id, version: next.version })
  return true
}

/** `sender`: revokes only a message of this sender; null: of any. Returns false when there is no such message any more. */
export async function revokeMessage(
  tx: Queryable,
  id: string,
  sender: string | null,
  actor: Actor,
): Promise<boolean> {
  const parsed = parseMessageId(id)
  const audit = { event: 'message.revoke', outcome: 'ok', ...actor } as const
  if (parsed?.kind === 'account') {
    const { uid, handle } = parsed
    const [deleted] = await deleteAccountMessage(tx, { uid, handle, sender })
    if (!deleted) return false
    await notifyPublished(tx, uid)
    await writeAudit(tx, { ...audit, uid, detail: clientDetail(actor, sender) })
    return true
  }
  if (parsed?.kind !== 'broadcast') return false
  if (!(await revokeLocked(tx, await lockBroadcast(tx, { id: parsed.id, sender })))) return false
  await notifyPublished(tx, undefined)
  await writeAudit(tx, { ...audit, detail: { id, ...clientDetail(actor, sender) } })
  return true
}

/** Takes back a message to many before anybody sees it. Returns false when there is none that starts later. */
export async function recallMessage(tx: Queryable, id: string, actor: Actor): Promise<boolean> {
  const parsed = parseMessageId(id)
  if (parsed?.kind !== 'broadcast') return false
  if (!(await revokeLocked(tx, await lockUnseenBroadcast(tx, { id: parsed.id })))) return false
  await notifyPublished(tx, undefined)
  await writeAudit(tx, { event: 'message.recall', outcome: 'ok', ...actor, detail: { id } })
  return true
}

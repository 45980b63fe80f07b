import { eraseAccount, findAccount } from '../../identity/index.ts'
import { renewCards } from '../../machines/index.ts'
import type { RenewedCards } from '../../outbound/mail/templates/mail-content.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { loadInstallationKeys } from '../installation/load-installation-keys.ts'
import { accountNotFound, findUid } from './find-account.ts'
import { createNotifyAccount, type OperationTarget } from './notify-account.ts'

/**
 * Erases an account of either kind as completely as its owner's own deletion does, and mails the owner. Irreversible.
 * `who`: see `findUid`. Throws an OperationError.
 */
export async function deleteUser(
  target: OperationTarget,
  who: string,
  operator: string,
): Promise<{ uid: string }> {
  const notifyAccount = await createNotifyAccount(target)
  const keys = await loadInstallationKeys(target.db, target.config)
  return target.db.transaction(async tx => {
    const found = await findUid(tx, who)
    const [account] = found === undefined ? [] : await findAccount(tx, { uid: found })
    let cards: RenewedCards = []
    const isErased =
      account !== undefined &&
      (await eraseAccount(tx, account.uid, async machines => {
        cards = await renewCards(tx, keys, machines)
      }))
    if (!isErased) throw accountNotFound()
    const { uid, kind } = account
    await writeAudit(tx, { event: 'user.delete', outcome: 'ok', uid, operator, detail: { kind } })
    await notifyAccount(tx, account, { template: 'operator_deleted', cards })
    return { uid }
  })
}

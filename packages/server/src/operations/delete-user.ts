/** Deletion by an operator: as complete as the owner's, for either kind of account (decisions 7). */
import { eraseAccount, findAccount } from '../identity/index.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import { noSuchAccount, resolveUid } from './find-account.ts'
import { createNotifyAccount, type Site } from './notify-account.ts'

/** Irreversible. `who`: uid, e-mail address or enterprise account ID. */
export async function deleteUser(site: Site, who: string, operator: string): Promise<{ uid: string }> {
  const tell = await createNotifyAccount(site)
  return site.db.transaction(async tx => {
    const found = await resolveUid(tx, who)
    const [account] = found === undefined ? [] : await findAccount(tx, found)
    if (!account || !(await eraseAccount(tx, account.uid))) throw noSuchAccount()
    const { uid, kind } = account
    await writeAudit(tx, { event: 'user.delete', outcome: 'ok', uid, operator, detail: { kind } })
    await tell(tx, account, { template: 'operator_deleted' })
    return { uid }
  })
}

/** Gives an enterprise account a new random default password, shown once; whoever is signed in is not any more (S-083, S-085). */
import { deleteAllSessions, hashPassword, setDefaultPassword } from '../identity/index.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import { defaultPassword } from './default-password.ts'
import { lockAccount } from './find-account.ts'
import { createNotifyAccount, type Site } from './notify-account.ts'
import { OperationError } from './operation-error.ts'

export interface ResetEnterprise {
  readonly uid: string
  readonly account: string
  readonly password: string
  readonly sessionsEnded: number
}

/** `who`: enterprise account ID or uid. */
export async function resetEnterprise(site: Site, who: string, operator: string): Promise<ResetEnterprise> {
  const tell = await createNotifyAccount(site)
  const password = defaultPassword()
  const hash = await hashPassword(password)
  return site.db.transaction(async tx => {
    const account = await lockAccount(tx, who)
    const { uid, account: id } = account
    if (account.kind !== 'enterprise' || id === null)
      throw new OperationError('This is not an enterprise account.')
    await setDefaultPassword(tx, uid, hash)
    const { length: sessionsEnded } = await deleteAllSessions(tx, uid)
    await writeAudit(tx, {
      event: 'enterprise.reset',
      outcome: 'ok',
      uid,
      operator,
      detail: { account: id, sessionsEnded },
    })
    await tell(tx, account, { template: 'operator_default_password', account: id })
    return { uid, account: id, password, sessionsEnded }
  })
}

import { deleteAllSessions, hashPassword, setDefaultPassword } from '../../identity/index.ts'
import { publishAccountUpdated } from '../../outbound/webhook/publish-account-event.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { lockAccount } from '../account/find-account.ts'
import { createNotifyAccount, type OperationTarget } from '../account/notify-account.ts'
import { OperationError } from '../input/operation-error.ts'
import { generateDefaultPassword } from './default-password.ts'

export interface ResetEnterprise {
  readonly uid: string
  readonly account: string
  readonly password: string
  readonly sessionsEnded: number
}

/**
 * Gives an enterprise account a new random default password, which only this answer contains, ends its sessions and mails
 * the account (S-083, S-085). `who`: enterprise account ID or user ID. Throws an OperationError.
 */
export async function resetEnterprise(
  target: OperationTarget,
  who: string,
  operator: string,
): Promise<ResetEnterprise> {
  const notifyAccount = await createNotifyAccount(target)
  const password = generateDefaultPassword()
  const hash = await hashPassword(password)
  return target.db.transaction(async tx => {
    const locked = await lockAccount(tx, who)
    const { uid, account } = locked
    if (locked.kind !== 'enterprise' || account === null) throw new OperationError('account_not_enterprise')
    await setDefaultPassword(tx, { uid, passwordHash: hash })
    await publishAccountUpdated(tx, uid, ['password'])
    const { length: sessionsEnded } = await deleteAllSessions(tx, { uid }, 'password_changed')
    const detail = { account, sessionsEnded }
    await writeAudit(tx, { event: 'enterprise.reset', outcome: 'ok', uid, operator, detail })
    await notifyAccount(tx, locked, { template: 'operator_default_password', account })
    return { uid, account, password, sessionsEnded }
  })
}

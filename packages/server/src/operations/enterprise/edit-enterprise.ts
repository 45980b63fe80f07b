import { isEmailAddress } from '@kerf/contract/email-address'
import {
  canonicalEmail,
  deleteCodesOfAccount,
  maskEmail,
  setSecondFactorDemanded,
  updateEnterprise,
} from '../../identity/index.ts'
import { publishAccountUpdated } from '../../outbound/webhook/publish-account-event.ts'
import { changesOf, writeAudit } from '../../platform/audit/write-audit.ts'
import { lockAccount } from '../account/find-account.ts'
import { createNotifyAccount, type OperationTarget } from '../account/notify-account.ts'
import { OperationError } from '../input/operation-error.ts'
import { parseName } from '../input/parse-name.ts'

export interface EnterpriseChange {
  /** enterprise account ID or user ID */
  readonly who: string
  /** where codes and notices are sent from now on */
  readonly email?: string | undefined
  /** the company's name, 1 to 100 characters */
  readonly name?: string | undefined
  /** demands a second factor, which is set up at the next login */
  readonly secondFactor?: 'required' | 'optional' | undefined
  readonly operator: string
}

/**
 * Changes mailbox or name of an enterprise account. Codes that were mailed to the former mailbox stop working, and both
 * mailboxes are notified (S-019). Throws an OperationError.
 */
export async function editEnterprise(
  target: OperationTarget,
  { who, operator, ...change }: EnterpriseChange,
): Promise<{
  uid: string
  account: string
  email: string
  name: string | null
  secondFactor?: 'required' | 'optional'
}> {
  const name = change.name === undefined ? null : parseName(change.name)
  const email = change.email ?? null
  const { secondFactor } = change
  if (name === null && email === null && secondFactor === undefined)
    throw new OperationError('nothing_to_change')
  if (email !== null && (!isEmailAddress(email) || canonicalEmail(email) === undefined))
    throw new OperationError('email_invalid')
  const notifyAccount = await createNotifyAccount(target)
  return target.db.transaction(async tx => {
    const locked = await lockAccount(tx, who)
    const { uid, account } = locked
    if (locked.kind !== 'enterprise' || account === null) throw new OperationError('account_not_enterprise')
    const [updated] = await updateEnterprise(tx, { uid, email, name })
    const formerName = updated?.former_name ?? ''
    const isRenamed = name !== null && name !== formerName
    const isMoved = email !== null && email !== locked.email
    await publishAccountUpdated(tx, uid, [
      ...(isMoved ? (['email'] as const) : []),
      ...(isRenamed ? (['userName'] as const) : []),
    ])
    const demands =
      secondFactor && (await setSecondFactorDemanded(tx, { uid, isDemanded: secondFactor === 'required' }))
    const changed = {
      ...(isMoved && { email: { from: maskEmail(locked.email), to: maskEmail(email) } }),
      ...(isRenamed && { name: { from: formerName, to: name } }),
      ...(demands &&
        changesOf({ secondFactor: demands[0]?.was_demanded ? 'required' : 'optional' }, { secondFactor })),
    }
    const detail = { account, changed }
    await writeAudit(tx, { event: 'enterprise.edit', outcome: 'ok', uid, operator, detail })
    if (isMoved) {
      await deleteCodesOfAccount(tx, { uid })
      const content = { template: 'operator_email_changed', to: maskEmail(email) } as const
      await notifyAccount(tx, locked, content)
      await notifyAccount(tx, { ...locked, email }, content)
    }
    return { uid, account, email: email ?? locked.email, name, ...(secondFactor && { secondFactor }) }
  })
}

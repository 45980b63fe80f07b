/** Changes the lost mailbox of a personal account, after a proof, a second operator and 24 hours. See identity/mailbox/mailbox-change.ts. */
import { isEmailAddress } from '@kerf/contract/email-address'
import {
  canonicalEmail,
  findAccount,
  findIdentifierOwner,
  maskEmail,
  startMailboxChange,
  stopMailboxChange,
} from '../../identity/index.ts'
import { currentOperatorEvidence } from '../../platform/audit/operator-evidence.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { parseNewMailbox } from '../../platform/config/parse-mailbox.ts'
import { randomHandle } from '../../platform/keys/secrets.ts'
import { assertEvidence } from '../input/assert-evidence.ts'
import { OperationError } from '../input/operation-error.ts'
import { withApproval } from '../operator/approvals.ts'
import { accountNotFound, enterpriseRefused, findUid, lockAccount } from './find-account.ts'
import { mailDependencies, type OperationTarget } from './notify-account.ts'

export interface MailboxOrder {
  /** see `findUid` */
  readonly who: string
  /** the new address */
  readonly to: string
  /** reference of the proof */
  readonly evidence: string
  readonly operator: string
}

export interface StartedMailboxChange {
  readonly uid: string
  /** masked */
  readonly to: string
  /** unix seconds */
  readonly readyAt: number
  /** the present mailbox got a link that stops it */
  readonly stoppable: boolean
}

/** Throws an OperationError, or an ApprovalPendingError until another operator approved. */
export async function changeMailbox(
  target: OperationTarget,
  { who, to, evidence, operator }: MailboxOrder,
): Promise<StartedMailboxChange> {
  assertEvidence(evidence)
  const { db } = target
  const mail = await mailDependencies(target)
  const mailbox = isEmailAddress(to) ? parseNewMailbox(to) : undefined
  if (!mailbox) throw new OperationError('email_invalid')
  const { address: email, canonical } = mailbox
  const uid = await findUid(db, who)
  const [found] = uid === undefined ? [] : await findAccount(db, { uid })
  if (!found || uid === undefined) throw accountNotFound()
  if (found.kind !== 'personal') throw enterpriseRefused()
  if (canonicalEmail(found.email) === canonical) throw new OperationError('email_same')
  const masks = { from: maskEmail(found.email), to: maskEmail(email) }
  return withApproval(
    db,
    {
      operation: 'user change-email',
      parameters: { uid, canonical, from: found.email, evidence },
      summary: `change the lost mailbox of ${uid} from ${masks.from} to ${masks.to}, evidence ${evidence}`,
      // Anybody can register an address with the same mask.
      details: `from ${found.email} to ${email}`,
      operator,
    },
    async (tx, { id: approval, decidedBy }) => {
      const account = await lockAccount(tx, uid)
      if (account.email !== found.email) throw new OperationError('email_changed')
      if ((await findIdentifierOwner(tx, { kind: 'email', value: canonical })).length > 0)
        throw new OperationError('email_taken')
      const { caseNumber = '' } = currentOperatorEvidence() ?? {}
      const id = randomHandle()
      const started = await startMailboxChange(tx, mail, {
        account,
        id,
        email,
        canonical,
        operator,
        caseNumber,
      })
      if (!started) throw new OperationError('mailbox_change_waits')
      const { readyAt, stoppable } = started
      const detail = {
        ...{ evidence, approval, confirmedBy: decidedBy ?? '', readyAt, stoppable },
        changed: { email: masks },
      }
      await writeAudit(tx, { event: 'user.mailbox_change', outcome: 'ok', uid, operator, detail })
      return { uid, to: masks.to, readyAt, stoppable }
    },
  )
}

/** Stops a change that waits, and mails both addresses. Throws an OperationError. */
export async function keepMailbox(
  target: OperationTarget,
  who: string,
  operator: string,
): Promise<{ uid: string }> {
  const mail = await mailDependencies(target)
  return target.db.transaction(async tx => {
    const { uid } = await lockAccount(tx, who)
    if (!(await stopMailboxChange(tx, mail, { uid, by: 'operator' }, { operator })))
      throw new OperationError('mailbox_change_none')
    return { uid }
  })
}

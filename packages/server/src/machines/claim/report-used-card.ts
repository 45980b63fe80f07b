/** A right card that another account has used is a copy or was sold twice: an operator looks into it (S-162). */
import { lockAgainstErasure } from '../../identity/index.ts'
import type { MailDependencies } from '../../outbound/mail/notify-owner.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { machineLabel, mailMachineOwner, sendMachineMessage } from '../machine/notify-people.ts'
import { insertCardCase, type ShownCard, takeCardCase } from './card-store.ts'

/** Opens a case and mails both accounts, once for each use of a card. `usedBy`: the account that has claimed with it. */
export async function reportUsedCard(
  { db, mail }: { readonly db: Database; readonly mail: MailDependencies },
  {
    sn,
    line,
    usedBy,
    ...shown
  }: ShownCard & { readonly sn: string; readonly line: string; readonly usedBy: string },
  caller: Caller,
): Promise<void> {
  const { machine, uid } = shown
  await db.transaction(async tx => {
    await lockAgainstErasure(tx, { uid: usedBy })
    const [account] = await lockAgainstErasure(tx, { uid })
    const [used] = account ? await takeCardCase(tx, shown) : []
    if (!used) return
    await insertCardCase(tx, { machine, uid })
    await writeAudit(tx, {
      ...{ event: 'machine.card_case', outcome: 'ok', uid },
      ...auditContext(caller),
      detail: { machine },
    })
    // Neither learns the name that an owner gave, or who the other one is.
    const label = machineLabel({ name: '', line, sn })
    for (const [receiver, about, template] of [
      [used.uid, 'cardShown', 'machine_card_shown'],
      [uid, 'cardUsed', 'machine_card_used'],
    ] as const) {
      await sendMachineMessage(tx, caller, { uid: receiver, about, machine: label })
      await mailMachineOwner(tx, mail, caller, { uid: receiver, by: uid, template, machine: label })
    }
  })
}

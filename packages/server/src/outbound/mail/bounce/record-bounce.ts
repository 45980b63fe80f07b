/** Records a mail that came back, and suppresses its address after the second one (S-178). */
import { writeAudit } from '../../../platform/audit/write-audit.ts'
import type { DeliveryReportDependencies } from '../delivery-report.ts'
import { recordBouncedMail } from '../mail-delivery-store.ts'

/** Lost for good because of the address. 5.7.x is a refusal of the sender or of the content. */
const isOfAddress = (code: string): boolean => /^5\.(?!7\.)/.test(code)

/** Returns whether a mail of the last 7 days has this id and was not recorded as bounced before. */
export async function recordBounce(
  { db, log, count }: DeliveryReportDependencies,
  {
    id,
    code,
    source,
  }: { readonly id: string; readonly code: string; readonly source: 'mailbox' | 'webhook' },
): Promise<boolean> {
  const [mail] = await db.transaction(async tx => {
    const rows = await recordBouncedMail(tx, { id, code, isOfAddress: isOfAddress(code) })
    for (const { template, requestId, suppressed } of rows)
      await writeAudit(tx, {
        event: 'mail.bounced',
        outcome: 'refused',
        requestId,
        detail: { delivery: id, template, code, source, suppressed },
      })
    return rows
  })
  if (!mail) return false
  count('bounced')
  const { template, domain, requestId, suppressed } = mail
  log.warn({ requestId, template, domain, code, source, suppressed }, 'mail came back')
  return true
}

import { claimIdentifier, hashPassword, insertEnterpriseAccount } from '../../identity/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { parseNewMailbox } from '../../platform/config/parse-mailbox.ts'
import type { Database } from '../../platform/db/database.ts'
import { OperationError } from '../input/operation-error.ts'
import { parseName } from '../input/parse-name.ts'
import { generateDefaultPassword } from './default-password.ts'

export interface NewEnterprise {
  /** enterprise account ID: 3 to 64 letters, digits, `.`, `_`, `-`; shown in this letter case, compared without it */
  readonly account: string
  /** where codes and notices go; other accounts may use it too */
  readonly email: string
  /** the company's name, 1 to 100 characters */
  readonly name: string
  readonly lang: 'en' | 'zh'
  readonly operator: string
}

/** Returns the address as it is stored. */
function validate({ account, email }: NewEnterprise): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{2,63}$/.test(account)) throw new OperationError('enterprise_id_invalid')
  const mailbox = parseNewMailbox(email)
  if (mailbox === undefined) throw new OperationError('email_invalid')
  return mailbox.address
}

/**
 * Creates an enterprise account with a random default password, which only this answer contains (S-083). Throws an
 * OperationError if a value is wrong or the account ID is taken.
 */
export async function createEnterprise(
  db: Database,
  order: NewEnterprise,
): Promise<{ uid: string; account: string; password: string }> {
  const email = validate(order)
  const { account, lang, operator } = order
  const name = parseName(order.name)
  const uid = crypto.randomUUID()
  const password = generateDefaultPassword()
  const hash = await hashPassword(password)
  const isCreated = await db.transaction(async tx => {
    const [claimed] = await claimIdentifier(tx, { kind: 'account', value: account.toLowerCase(), uid })
    if (claimed) await insertEnterpriseAccount(tx, { uid, account, email, name, lang, hash })
    await writeAudit(tx, {
      event: 'enterprise.create',
      outcome: claimed ? 'ok' : 'refused',
      uid: claimed ? uid : null,
      operator,
      detail: { account },
    })
    return claimed !== undefined
  })
  if (!isCreated) throw new OperationError('enterprise_id_taken', { account })
  return { uid, account, password }
}

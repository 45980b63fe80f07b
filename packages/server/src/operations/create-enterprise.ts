/** An enterprise account, made by an operator, with a random default password that is shown once (S-083). */
import { isEmailAddress } from '@kerf/contract/email-address'
import { canonicalEmail, hashPassword } from '../identity/index.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import { type Database, statement } from '../platform/db/database.ts'
import { defaultPassword } from './default-password.ts'
import { OperationError } from './operation-error.ts'
import { parseName } from './parse-name.ts'

export interface NewEnterprise {
  /** enterprise account ID: 3 to 64 letters, digits, `.`, `_`, `-`; letter case is kept and does not tell accounts apart */
  readonly account: string
  /** where codes and notices go; other accounts may use it too */
  readonly email: string
  /** the company's name, 1 to 100 characters */
  readonly name: string
  readonly lang: 'en' | 'zh'
  readonly operator: string
}

const insert = statement<
  { uid: string },
  [uid: string, identifier: string, account: string, email: string, name: string, lang: string, hash: string]
>(
  'operate.enterprise.insert',
  `with claimed as (
     insert into sign_in_identifier (kind, value, uid) values ('account', $2, $1) on conflict do nothing returning uid
   )
   insert into account (uid, kind, email, email_verified_at, enterprise_id, user_name, lang, password_hash, default_password)
   select uid, 'enterprise', $4, now(), $3, $5, $6, $7, true from claimed returning uid`,
)

function check({ account, email }: NewEnterprise): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{2,63}$/.test(account))
    throw new OperationError('The account ID takes 3 to 64 letters, digits, ".", "_" and "-".')
  if (!isEmailAddress(email) || canonicalEmail(email) === undefined)
    throw new OperationError('The e-mail address is not valid.')
}

/** Throws an OperationError when a value is wrong or the account ID is taken. */
export async function createEnterprise(
  db: Database,
  wanted: NewEnterprise,
): Promise<{ uid: string; account: string; password: string }> {
  check(wanted)
  const { account, email, lang, operator } = wanted
  const name = parseName(wanted.name)
  const uid = crypto.randomUUID()
  const password = defaultPassword()
  const hash = await hashPassword(password)
  const made = await db.transaction(async tx => {
    const [row] = await insert(tx, uid, account.toLowerCase(), account, email, name, lang, hash)
    await writeAudit(tx, {
      event: 'enterprise.create',
      outcome: row ? 'ok' : 'refused',
      uid: row?.uid ?? null,
      operator,
      detail: { account },
    })
    return row !== undefined
  })
  if (!made) throw new OperationError(`The account ID ${account} is taken.`)
  return { uid, account, password }
}

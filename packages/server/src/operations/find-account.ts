/** Finds the account an operator names. */

import { canonicalEmail } from '../identity/index.ts'
import { type Queryable, statement } from '../platform/db/database.ts'
import { OperationError } from './operation-error.ts'

/** The account's row, locked to the end of the transaction. */
export interface LockedAccount {
  readonly uid: string
  readonly kind: 'personal' | 'enterprise'
  readonly status: 'active' | 'restricted' | 'banned'
  readonly email: string
  readonly lang: 'en' | 'zh'
  /** enterprise account ID, or null */
  readonly account: string | null
}

const findUid = statement<{ uid: string }, [kind: string, value: string]>(
  'operate.user.find',
  'select uid from sign_in_identifier where kind = $1 and value = $2',
)

const lock = statement<LockedAccount, [uid: string]>(
  'operate.user.lock',
  'select uid, kind, status, email, lang, enterprise_id as account from account where uid = $1 for update',
)

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** `who`: uid, e-mail address of a personal account, or enterprise account ID. Not every uid it gives is an account's. */
export async function resolveUid(on: Queryable, who: string): Promise<string | undefined> {
  const name = who.trim()
  if (UUID.test(name)) return name.toLowerCase()
  if (!name.includes('@')) return (await findUid(on, 'account', name.toLowerCase()))[0]?.uid
  const canonical = canonicalEmail(name)
  return canonical === undefined ? undefined : (await findUid(on, 'email', canonical))[0]?.uid
}

export const noSuchAccount = (): OperationError => new OperationError('There is no such account.')

/**
 * Waits for a sign-in that is putting its session in, and keeps new ones out until the end of the transaction: what is read
 * after it is all there is. Throws an OperationError.
 */
export async function lockAccount(tx: Queryable, who: string): Promise<LockedAccount> {
  const uid = await resolveUid(tx, who)
  const [account] = uid === undefined ? [] : await lock(tx, uid)
  if (!account) throw noSuchAccount()
  return account
}

/** Finds the account that an operator names. */
import {
  canonicalEmail,
  findIdentifierOwner,
  type LockedAccount,
  lockAccountForChange,
} from '../../identity/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { OperationError } from '../input/operation-error.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * `who`: user ID, email address of a personal account, or enterprise account ID. A user ID is returned without a check that
 * the account exists.
 */
export async function findUid(on: Queryable, who: string): Promise<string | undefined> {
  const name = who.trim()
  if (UUID.test(name)) return name.toLowerCase()
  const identifier = name.includes('@')
    ? ({ kind: 'email', value: canonicalEmail(name) } as const)
    : ({ kind: 'account', value: name.toLowerCase() } as const)
  if (identifier.value === undefined) return undefined
  const { kind, value } = identifier
  return (await findIdentifierOwner(on, { kind, value }))[0]?.uid
}

/** Business accounts have commands of their own. */
export const enterpriseRefused = (): OperationError =>
  new OperationError('account_enterprise', { edit: 'kerf enterprise edit', reset: 'kerf enterprise reset' })

export const accountNotFound = (): OperationError => new OperationError('account_unknown')

/** Locks the account until the transaction ends; see `lockAccountForChange`. Throws an OperationError. */
export async function lockAccount(tx: Queryable, who: string): Promise<LockedAccount> {
  const uid = await findUid(tx, who)
  const [account] = uid === undefined ? [] : await lockAccountForChange(tx, { uid })
  if (!account) throw accountNotFound()
  return account
}

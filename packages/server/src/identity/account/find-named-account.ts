import type { Queryable } from '../../platform/db/database.ts'
import { findIdentifierOwner } from './account-store.ts'
import { canonicalEmail } from './email-address.ts'

/** The account that a body of a call names, which is unchecked input; undefined: none. */
export async function findNamedAccount(on: Queryable, body: unknown): Promise<string | undefined> {
  const { email, account } = Object(body) as { readonly email?: unknown; readonly account?: unknown }
  const identifier =
    typeof email === 'string'
      ? ({ kind: 'email', value: canonicalEmail(email) } as const)
      : ({ kind: 'account', value: typeof account === 'string' ? account.toLowerCase() : undefined } as const)
  if (identifier.value === undefined || identifier.value.length > 254) return undefined
  const { kind, value } = identifier
  return (await findIdentifierOwner(on, { kind, value }))[0]?.uid
}

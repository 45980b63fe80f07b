/** The password of the login role: random, stored wrapped by the master key, so that rotating that key wraps it again. */
import type { Queryable } from '../../db/database.ts'
import { decrypt, encrypt } from '../../keys/encryption.ts'
import { findWrappedKey } from '../../keys/key-store.ts'
import { randomToken } from '../../keys/secrets.ts'
import { deleteOtherLoginPasswords, replaceLoginPassword } from './serving-login-store.ts'

const PREFIX = 'serving:'

/** Undefined if none is stored for this role. `wrappingKey`: `keys.wrapping`. Throws if another master key wrapped it. */
export async function loadLoginPassword(
  owner: Queryable,
  wrappingKey: Buffer,
  role: string,
): Promise<string | undefined> {
  const name = PREFIX + role
  const [row] = await findWrappedKey(owner, { name })
  return row && decrypt(wrappingKey, row.wrapped, name).toString()
}

export async function createLoginPassword(
  owner: Queryable,
  wrappingKey: Buffer,
  role: string,
): Promise<string> {
  const name = PREFIX + role
  const password = randomToken()
  await replaceLoginPassword(owner, { name, wrapped: encrypt(wrappingKey, password, name) })
  await deleteOtherLoginPasswords(owner, { prefix: PREFIX, name })
  return password
}

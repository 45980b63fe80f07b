/**
 * The login role of servers that run in the process of a test. A run creates it once, with its grants in the template: a role for
 * each database takes hundreds of statements. Child processes and `serving-login.test.ts` use the product's own role.
 */
import { randomBytes } from 'node:crypto'
import { connectOwner, listMigrations } from '../../src/platform/schema/migrate.ts'
import {
  findMissingGrants,
  listOwnNames,
  revokePublicCreation,
} from '../../src/platform/schema/serving-grants.ts'
import { withLogin } from '../../src/platform/schema/serving-login/database-login.ts'
import {
  type DatabaseAccess,
  type DatabaseAddresses,
  roleSettings,
} from '../../src/platform/schema/serving-login/prepare-database-access.ts'
import { createScramVerifier } from '../../src/platform/schema/serving-login/scram-verifier.ts'
import {
  findLoginName,
  putLoginRole,
  putRoleSettings,
} from '../../src/platform/schema/serving-login/serving-login-store.ts'

export interface ServingRole {
  readonly role: string
  readonly password: string
}

/** Creates the role, with its grants on the objects of the template. */
export async function createServingRole(role: string, templateUrl: string): Promise<ServingRole> {
  const password = randomBytes(16).toString('hex')
  const owner = await connectOwner(templateUrl, 'kerf tests')
  try {
    await putLoginRole(owner, 'create', role, createScramVerifier(password))
    const grants = await findMissingGrants(owner, role, listOwnNames(await listMigrations()))
    await owner.query(grants.join(';'))
    return { role, password }
  } finally {
    await owner.end()
  }
}

/** What a copy of the template lacks for the role: its settings, and rights that everybody has in a new database. */
export async function serveAs(
  { role, password }: ServingRole,
  addresses: DatabaseAddresses,
): Promise<DatabaseAccess> {
  const { ownerUrl } = addresses
  const owner = await connectOwner(ownerUrl, 'kerf prepare')
  try {
    const [{ database } = { database: '' }] = await findLoginName(owner)
    await putRoleSettings(owner, role, database, roleSettings(addresses))
    await revokePublicCreation(owner, role)
  } finally {
    await owner.end()
  }
  return { ownerUrl, servingUrl: withLogin(ownerUrl, role, password), servingRole: null, pooled: false }
}

/** Tells which role serves calls, without changing anything (`kerf doctor`). */
import pg from 'pg'
import { hasUser, probeLogin, withLogin } from './database-login.ts'
import { loadLoginPassword } from './login-password.ts'
import type { DatabaseAddresses } from './prepare-database-access.ts'
import { findLoginName, findOwnerState, findRoleState } from './serving-login-store.ts'

export interface ServingLoginReport {
  /** whether calls are served, or will be after the next start, by a role that is no owner */
  readonly limited: boolean
  readonly message: string
}

const LIMITED = 'a login role that owns nothing and can become no other role'

async function inspect(
  owner: pg.Client,
  { ownerUrl, servingUrl }: DatabaseAddresses,
  wrappingKey: Buffer,
): Promise<ServingLoginReport> {
  const [login] = await findLoginName(owner)
  const given = servingUrl !== undefined && hasUser(servingUrl) ? await probeLogin(servingUrl) : undefined
  if (given?.refusal !== undefined)
    return {
      limited: false,
      message: `the database of DATABASE_SERVING_URL refuses its user: ${given.refusal}`,
    }
  const role = given?.role ?? login?.role ?? ''
  const [state] = await findRoleState(owner, { role })
  if (state && state.powers.length > 0)
    return { limited: false, message: `${role} serves calls, but it has: ${state.powers.join(', ')}` }
  if (given) return { limited: true, message: `calls are served as ${role}, ${LIMITED}` }
  if (!state?.exists) {
    const [ownerState] = await findOwnerState(owner)
    return ownerState?.mayCreateRoles
      ? { limited: true, message: `the next start creates ${role}, ${LIMITED}` }
      : {
          limited: false,
          message:
            'calls are served as the owner of the database: let it create roles (CREATEROLE), or name another role in DATABASE_SERVING_URL',
        }
  }
  const password = await loadLoginPassword(owner, wrappingKey, role)
  const probed =
    password === undefined ? undefined : await probeLogin(withLogin(servingUrl ?? ownerUrl, role, password))
  if (probed?.refusal !== undefined)
    return { limited: false, message: `the database refuses ${role}, so the owner serves: ${probed.refusal}` }
  return { limited: true, message: `calls are served as ${role}, ${LIMITED}` }
}

/** The schema must be up to date. `wrappingKey`: `keys.wrapping`. */
export async function inspectServingLogin(
  addresses: DatabaseAddresses,
  wrappingKey: Buffer,
): Promise<ServingLoginReport> {
  const owner = new pg.Client({ connectionString: addresses.ownerUrl, application_name: 'kerf doctor' })
  owner.on('error', () => undefined)
  await owner.connect()
  return inspect(owner, addresses, wrappingKey).finally(() => owner.end().catch(() => undefined))
}

import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Passwords of the superuser and of the role that owns the product's database. They need no escaping in a URL. */
export type Secrets = { admin: string; app: string }

const PASSWORD_BYTES = 24

export const secretsFile = (control: string) => join(control, 'secrets.json')

/** Reads the passwords in `DATA_DIR/postgres/secrets.json` (mode 600). Creates them if there is no cluster yet. */
export function readOrCreateSecrets(control: string, cluster: string): Secrets {
  const path = secretsFile(control)
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Secrets
  if (existsSync(cluster))
    throw new Error(`${path} is missing; the database in ${cluster} cannot be opened without it`)
  const secrets = {
    admin: randomBytes(PASSWORD_BYTES).toString('base64url'),
    app: randomBytes(PASSWORD_BYTES).toString('base64url'),
  }
  writeFileSync(`${path}.new`, JSON.stringify(secrets), { mode: 0o600 })
  renameSync(`${path}.new`, path)
  return secrets
}

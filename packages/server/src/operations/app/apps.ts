/** Registers apps and changes their secrets and origins. Running servers apply a change at once. */
import { loadBrands } from '@kerf/brands/registry'
import { insertApp, replaceSecret, setOrigins } from '../../identity/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { randomHandle, randomToken, sha256 } from '../../platform/keys/secrets.ts'
import { OperationError } from '../operation-error.ts'
import { parseName } from '../parse-name.ts'
import { parseOrigins } from './app-origins.ts'
import { type ListedApp, listAppsForOperators } from './app-report-store.ts'

export interface NewApp {
  /** code of the brand that the app belongs to */
  readonly code: string
  readonly name: string
  /** exact origins, at least one */
  readonly origins: readonly string[]
  /** allows https origins only, and none on this machine */
  readonly production: boolean
  readonly operator: string
}

/** The database stores a hash of the secret only. */
export interface AppCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

const unknownApp = (clientId: string) => new OperationError(`There is no app with the client id ${clientId}.`)

/** Throws an OperationError. */
export async function createApp(db: Database, order: NewApp): Promise<AppCredentials> {
  const { code, operator } = order
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(code))
    throw new OperationError(
      'The code takes 1 to 32 lower-case letters, digits and "-", and starts with a letter.',
    )
  const name = parseName(order.name)
  const origins = parseOrigins(order.origins, order.production)
  const clientId = `app_${randomHandle()}`
  const clientSecret = randomToken()
  await db.transaction(async tx => {
    await insertApp(tx, { clientId, code, name, secretHash: sha256(clientSecret), origins })
    await writeAudit(tx, {
      event: 'app.create',
      outcome: 'ok',
      operator,
      detail: { clientId, code, origins: origins.join(' ') },
    })
  })
  return { clientId, clientSecret }
}

/** Whether a brand has this code. Pages for an app without a brand show the portal's own. */
export const isBrand = async (code: string): Promise<boolean> => (await loadBrands()).has(code)

/** Replaces the client secret; the old one stops working at once. Throws an OperationError. */
export async function rotateApp(db: Database, clientId: string, operator: string): Promise<AppCredentials> {
  const clientSecret = randomToken()
  await db.transaction(async tx => {
    const [rotated] = await replaceSecret(tx, { clientId, secretHash: sha256(clientSecret) })
    if (!rotated) throw unknownApp(clientId)
    await writeAudit(tx, { event: 'app.rotate', outcome: 'ok', operator, detail: { clientId } })
  })
  return { clientId, clientSecret }
}

/** Replaces all origins. Throws an OperationError. */
export async function setAppOrigins(
  db: Database,
  change: Pick<NewApp, 'origins' | 'production' | 'operator'> & { readonly clientId: string },
): Promise<{ clientId: string; origins: readonly string[] }> {
  const { clientId, operator } = change
  const origins = parseOrigins(change.origins, change.production)
  await db.transaction(async tx => {
    const [changed] = await setOrigins(tx, { clientId, origins })
    if (!changed) throw unknownApp(clientId)
    await writeAudit(tx, {
      event: 'app.origins',
      outcome: 'ok',
      operator,
      detail: { clientId, origins: origins.join(' ') },
    })
  })
  return { clientId, origins }
}

export async function listApps(db: Database, operator: string): Promise<readonly ListedApp[]> {
  const rows = await listAppsForOperators(db)
  await writeAudit(db, { event: 'app.list', outcome: 'ok', operator, detail: { apps: rows.length } })
  return rows
}

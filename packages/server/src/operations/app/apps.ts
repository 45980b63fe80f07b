/** Registers apps and changes their secrets and origins. Running servers apply a change at once. */
import { loadBrands } from '@kerf/brands/registry'
import {
  deleteApp,
  insertApp,
  listApps as listAppRows,
  replaceSecret,
  setOrigins,
} from '../../identity/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { randomHandle, randomToken, sha256 } from '../../platform/keys/secrets.ts'
import { deleteWebhook } from '../../platform/webhook/webhook-store.ts'
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

/** Another app of the same origin: a ticket for one of them is accepted from both. */
export interface SharedOrigin {
  readonly origin: string
  readonly clientId: string
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
      'The code must have 1 to 32 lowercase letters, digits and "-", and starts with a letter.',
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

/** The origins of an app that other apps have too, by origin. */
export async function findSharedOrigins(db: Database, clientId: string): Promise<SharedOrigin[]> {
  const apps = await listAppRows(db)
  const origins = apps.find(app => app.client_id === clientId)?.origins ?? []
  return origins.flatMap(origin =>
    apps.flatMap(app =>
      app.client_id !== clientId && app.origins.includes(origin) ? [{ origin, clientId: app.client_id }] : [],
    ),
  )
}

/**
 * Replaces the client secret. The old one is accepted for `overlapHours` more; 0: it stops working at once. Throws an
 * OperationError.
 */
export async function rotateApp(
  db: Database,
  { clientId, overlapHours, operator }: { clientId: string; overlapHours: number; operator: string },
): Promise<AppCredentials> {
  const clientSecret = randomToken()
  await db.transaction(async tx => {
    const secretHash = sha256(clientSecret)
    const [rotated] = await replaceSecret(tx, { clientId, secretHash, overlapSeconds: overlapHours * 3_600 })
    if (!rotated) throw unknownApp(clientId)
    await writeAudit(tx, { event: 'app.rotate', outcome: 'ok', operator, detail: { clientId, overlapHours } })
  })
  return { clientId, clientSecret }
}

/**
 * Removes an app with its webhook: its credentials and tickets to its origins stop working at once. Accounts, their sessions
 * and benefits stay. Throws an OperationError.
 */
export async function removeApp(
  db: Database,
  clientId: string,
  operator: string,
): Promise<{ clientId: string }> {
  await db.transaction(async tx => {
    const [removed] = await deleteApp(tx, { clientId })
    if (!removed) throw unknownApp(clientId)
    await deleteWebhook(tx, { clientId })
    const detail = { clientId, code: removed.code }
    await writeAudit(tx, { event: 'app.remove', outcome: 'ok', operator, detail })
  })
  return { clientId }
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

/** Where apps are told of benefits. */
import { countEventsAfter, findLastPosition } from '../../entitlements/index.ts'
import { listApps } from '../../identity/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { encrypt } from '../../platform/keys/encryption.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import {
  createWebhookSecret,
  WEBHOOK_SECRET_ENCRYPTION_CONTEXT,
} from '../../platform/webhook/sign-webhook.ts'
import {
  deleteWebhook,
  listWebhooks as listWebhookRows,
  upsertWebhook,
} from '../../platform/webhook/webhook-store.ts'
import { OperationError } from '../operation-error.ts'

export interface NewWebhook {
  readonly clientId: string
  readonly url: string
  /** told from the first benefit on, not only of what comes */
  readonly fromStart: boolean
  readonly production: boolean
  readonly operator: string
}

/** Times are unix seconds. */
export interface ListedWebhook {
  readonly clientId: string
  readonly code: string
  readonly url: string
  readonly createdAt: number
  /** when it last took something */
  readonly toldAt: number | null
  /** tries in a row that failed */
  readonly failures: number
  /** events it has not been told of, honoured by it or not */
  readonly behind: number
}

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

function parseUrl(text: string, production: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const local = url !== undefined && LOCAL.has(url.hostname)
  const secure = url?.protocol === 'https:' && !(production && local)
  if (!url || (!secure && !(url.protocol === 'http:' && local && !production)))
    throw new OperationError('A webhook is an https address (http on this machine outside production).')
  if (url.username || url.password || url.hash || text.length > 500)
    throw new OperationError('A webhook has no user, no password and no "#", and at most 500 characters.')
  return url.href
}

/** Sets or replaces an app's webhook; the secret is told this once. Throws an OperationError. */
export async function setWebhook(
  db: Database,
  keys: Pick<Keys, 'webhook'>,
  { clientId, url, fromStart, production, operator }: NewWebhook,
): Promise<{ clientId: string; url: string; secret: string }> {
  const address = parseUrl(url, production)
  const secret = createWebhookSecret()
  await db.transaction(async tx => {
    if (!(await listApps(tx)).some(app => app.client_id === clientId))
      throw new OperationError(`There is no app with the client id ${clientId}.`)
    const [last] = fromStart ? [] : await findLastPosition(tx)
    await upsertWebhook(tx, {
      clientId,
      url: address,
      secret: encrypt(keys.webhook, secret, WEBHOOK_SECRET_ENCRYPTION_CONTEXT),
      position: last?.position ?? '0',
      moveExisting: fromStart,
    })
    const detail = { clientId, host: new URL(address).host }
    await writeAudit(tx, { event: 'webhook.set', outcome: 'ok', operator, detail })
  })
  return { clientId, url: address, secret }
}

/** Throws an OperationError. */
export async function removeWebhook(
  db: Database,
  clientId: string,
  operator: string,
): Promise<{ clientId: string }> {
  return db.transaction(async tx => {
    const [row] = await deleteWebhook(tx, { clientId })
    if (!row) throw new OperationError(`${clientId} has no webhook.`)
    await writeAudit(tx, { event: 'webhook.remove', outcome: 'ok', operator, detail: { clientId } })
    return { clientId }
  })
}

export async function listWebhooks(db: Database, operator: string): Promise<readonly ListedWebhook[]> {
  const [apps, webhooks] = [await listApps(db), await listWebhookRows(db)]
  const counts = await countEventsAfter(db, { positions: [...new Set(webhooks.map(row => row.position))] })
  const behind = new Map(counts.map(({ position, events }) => [position, events]))
  const rows = apps.flatMap(({ client_id: clientId, code }): ListedWebhook[] => {
    const row = webhooks.find(webhook => webhook.client_id === clientId)
    if (!row) return []
    const { url, created: createdAt, delivered: toldAt, failures, position } = row
    return [{ clientId, code, url, createdAt, toldAt, failures, behind: behind.get(position) ?? 0 }]
  })
  await writeAudit(db, { event: 'webhook.list', outcome: 'ok', operator, detail: { webhooks: rows.length } })
  return rows
}

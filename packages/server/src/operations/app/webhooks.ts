/** Sets, lists and removes the webhooks that receive benefit events. */
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
  /** deliver from the first event on; else new events only */
  readonly fromStart: boolean
  /** allows https addresses only, and none on this machine */
  readonly production: boolean
  readonly operator: string
}

/** Times are unix seconds. */
export interface ListedWebhook {
  readonly clientId: string
  readonly code: string
  readonly url: string
  readonly createdAt: number
  /** last successful delivery; null: none */
  readonly toldAt: number | null
  /** failed attempts in a row */
  readonly failures: number
  /** events not delivered yet, those of other apps included */
  readonly behind: number
}

const URL_LENGTH_MAX = 500
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

function parseUrl(text: string, production: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const local = url !== undefined && LOCAL_HOSTS.has(url.hostname)
  const secure = url?.protocol === 'https:' && !(production && local)
  if (!url || (!secure && !(url.protocol === 'http:' && local && !production)))
    throw new OperationError('A webhook takes an https address (http on this machine outside production).')
  if (url.username || url.password || url.hash || text.length > URL_LENGTH_MAX)
    throw new OperationError(
      `The address of a webhook has no user name, password or "#", and at most ${URL_LENGTH_MAX} characters.`,
    )
  return url.href
}

/** Sets or replaces the webhook of an app. Only this answer contains the secret. Throws an OperationError. */
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

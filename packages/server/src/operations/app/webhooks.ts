/** Sets, rotates, lists and removes the webhooks of apps. */

import { isIP } from 'node:net'
import { HOUR_SECONDS } from '@kerf/contract/limits'
import { countEventsAfter, findLastFeedPosition } from '../../entitlements/index.ts'
import { listApps } from '../../identity/index.ts'
import { createAddressRule, type WebhookNetworks } from '../../outbound/guarded/address-rule.ts'
import { countEvents } from '../../outbound/webhook/account-event-store.ts'
import {
  createWebhookSecret,
  WEBHOOK_SECRET_ENCRYPTION_CONTEXT,
} from '../../outbound/webhook/sign-webhook.ts'
import {
  deleteWebhook,
  listWebhooks as listWebhookRows,
  replaceWebhookSecret,
  upsertWebhook,
  type WebhookForm,
} from '../../outbound/webhook/webhook-store.ts'
import { changesOf, writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { encrypt } from '../../platform/keys/encryption.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { sha256Hex } from '../../platform/keys/secrets.ts'
import { OperationError } from '../input/operation-error.ts'
import { assertFirstParty } from './apps.ts'

export interface NewWebhook {
  readonly clientId: string
  readonly url: string
  /** deliver from the first event on; else new events only */
  readonly fromStart: boolean
  /** undefined: that of the existing webhook, else `items` */
  readonly form?: WebhookForm | undefined
  /** hours for which requests are signed with the former secret too */
  readonly overlapHours?: number | undefined
  readonly networks: WebhookNetworks
  readonly operator: string
}

export interface WebhookCredentials {
  readonly clientId: string
  readonly url: string
  readonly secret: string
}

/** Times are unix seconds. */
export interface ListedWebhook {
  readonly clientId: string
  readonly code: string
  readonly url: string
  readonly form: WebhookForm
  readonly createdAt: number
  /** last successful delivery; null: none */
  readonly toldAt: number | null
  /** failed attempts in a row */
  readonly failures: number
  /** events not delivered yet; of the form `items` those of other apps included */
  readonly behind: number
  /** events that failed for good in the last 30 days */
  readonly failedEvents: number
  /** requests are signed with the former secret too until then; null: they are not */
  readonly twoSecretsUntil: number | null
}

const URL_LENGTH_MAX = 500
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

function parseUrl(text: string, networks: WebhookNetworks): string {
  const { production } = networks
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isLocal = url !== undefined && (LOCAL_HOSTS.has(url.hostname) || url.hostname.endsWith('.localhost'))
  const isSecure = url?.protocol === 'https:' && !(production && isLocal)
  if (!url || (!isSecure && !(url.protocol === 'http:' && isLocal && !production)))
    throw new OperationError(production && isLocal ? 'webhook_local' : 'webhook_not_https')
  if (url.username || url.password || url.hash || text.length > URL_LENGTH_MAX)
    throw new OperationError('webhook_address_invalid', { max: URL_LENGTH_MAX })
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !createAddressRule(networks)(host))
    throw new OperationError('webhook_not_public', { host })
  return url.href
}

/** Path and query may be a secret: the audit record tells two addresses of a host apart by a hash. */
const nameAddress = (url: string): string => `${new URL(url).origin} ${sha256Hex(url).slice(0, 8)}`

const createEncryptedSecret = (keys: Pick<Keys, 'webhook'>) => {
  const secret = createWebhookSecret()
  return { secret, encrypted: encrypt(keys.webhook, secret, WEBHOOK_SECRET_ENCRYPTION_CONTEXT) }
}

/** Sets or replaces the webhook of an app. Only this answer contains the secret. Throws an OperationError. */
export async function setWebhook(
  db: Database,
  keys: Pick<Keys, 'webhook'>,
  { clientId, url, fromStart, form, overlapHours = 0, networks, operator }: NewWebhook,
): Promise<WebhookCredentials> {
  const address = parseUrl(url, networks)
  if (fromStart && form === 'events') throw new OperationError('webhook_no_start')
  const { secret, encrypted } = createEncryptedSecret(keys)
  await db.transaction(async tx => {
    const app = (await listApps(tx)).find(row => row.client_id === clientId)
    if (!app) throw new OperationError('app_unknown', { clientId })
    assertFirstParty(app.party, 'app_without_webhook')
    const before = (await listWebhookRows(tx)).find(row => row.client_id === clientId)
    await upsertWebhook(tx, {
      clientId,
      url: address,
      secret: encrypted,
      position: fromStart ? '0' : await findLastFeedPosition(tx),
      moveExisting: fromStart,
      overlapSeconds: overlapHours * HOUR_SECONDS,
      form: form ?? null,
    })
    const changed = changesOf(
      { address: before && nameAddress(before.url), form: before?.form },
      { address: nameAddress(address), form: form ?? before?.form ?? 'items' },
    )
    const detail = { clientId, host: new URL(address).host, changed }
    await writeAudit(tx, { event: 'webhook.set', outcome: 'ok', operator, detail })
  })
  return { clientId, url: address, secret }
}

/** Gives a webhook a new secret. Requests carry two signatures until the overlap has ended. Throws an OperationError. */
export async function rotateWebhook(
  db: Database,
  keys: Pick<Keys, 'webhook'>,
  { clientId, overlapHours, operator }: { clientId: string; overlapHours: number; operator: string },
): Promise<WebhookCredentials> {
  const { secret, encrypted } = createEncryptedSecret(keys)
  return db.transaction(async tx => {
    const overlapSeconds = overlapHours * HOUR_SECONDS
    const [webhook] = await replaceWebhookSecret(tx, { clientId, secret: encrypted, overlapSeconds })
    if (!webhook) throw noWebhook(clientId)
    const detail = { clientId, overlapHours }
    await writeAudit(tx, { event: 'webhook.rotate', outcome: 'ok', operator, detail })
    return { clientId, url: webhook.url, secret }
  })
}

export const noWebhook = (clientId: string): OperationError =>
  new OperationError('webhook_unknown', { clientId })

/** Throws an OperationError. */
export async function removeWebhook(
  db: Database,
  clientId: string,
  operator: string,
): Promise<{ clientId: string }> {
  return db.transaction(async tx => {
    const [row] = await deleteWebhook(tx, { clientId })
    if (!row) throw noWebhook(clientId)
    await writeAudit(tx, { event: 'webhook.remove', outcome: 'ok', operator, detail: { clientId } })
    return { clientId }
  })
}

export async function listWebhooks(db: Database, operator: string): Promise<readonly ListedWebhook[]> {
  const [apps, webhooks] = [await listApps(db), await listWebhookRows(db)]
  const behind = new Map<string, number>()
  for (const position of new Set(webhooks.map(row => row.position)))
    behind.set(position, (await countEventsAfter(db, { position }))[0]?.events ?? 0)
  const events = await countEvents(db)
  const countOf = (clientId: string, state: string): number =>
    events.find(row => row.client_id === clientId && row.state === state)?.events ?? 0
  const rows = apps.flatMap(({ client_id: clientId, code }): ListedWebhook[] => {
    const row = webhooks.find(webhook => webhook.client_id === clientId)
    if (!row) return []
    const { url, form, created: createdAt, delivered: toldAt, failures, position } = row
    return [
      {
        ...{ clientId, code, url, form, createdAt, toldAt, failures },
        behind: form === 'items' ? (behind.get(position) ?? 0) : countOf(clientId, 'pending'),
        failedEvents: countOf(clientId, 'failed'),
        twoSecretsUntil: row.two_secrets_until,
      },
    ]
  })
  await writeAudit(db, { event: 'webhook.list', outcome: 'ok', operator, detail: { webhooks: rows.length } })
  return rows
}

/** Where apps are told of benefits. */
import { writeAudit } from '../platform/audit/write-audit.ts'
import { type Database, statement } from '../platform/db/database.ts'
import { encrypt } from '../platform/keys/encryption.ts'
import type { Keys } from '../platform/keys/keys.ts'
import { createWebhookSecret, WEBHOOK_SECRET_ENCRYPTION_CONTEXT } from '../platform/webhook/sign-webhook.ts'
import { OperationError } from './operation-error.ts'

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

const set = statement<
  { clientId: string },
  [clientId: string, url: string, secret: Buffer, fromStart: boolean]
>(
  'operate.webhook.set',
  `insert into webhook as w (client_id, url, secret, position)
   select client_id, $2, $3,
          case when $4 then 0 else (select coalesce(max(position), 0) from benefit_event where position is not null) end
     from app where client_id = $1
   on conflict (client_id) do update set url = excluded.url, secret = excluded.secret, failures = 0, next_try_at = now(),
          claimed_until = null, position = case when $4 then 0 else w.position end
   returning client_id as "clientId"`,
)
const remove = statement<{ clientId: string }, [clientId: string]>(
  'operate.webhook.remove',
  'delete from webhook where client_id = $1 returning client_id as "clientId"',
)
const list = statement<ListedWebhook>(
  'operate.webhook.list',
  `select w.client_id as "clientId", a.code, w.url, floor(extract(epoch from w.created_at))::float8 as "createdAt",
          floor(extract(epoch from w.told_at))::float8 as "toldAt", w.failures,
          (select count(*) from benefit_event where position is null or position > w.position)::int as behind
     from webhook w join app a on a.client_id = w.client_id order by a.code, w.created_at`,
)

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
    const [row] = await set(
      tx,
      clientId,
      address,
      encrypt(keys.webhook, secret, WEBHOOK_SECRET_ENCRYPTION_CONTEXT),
      fromStart,
    )
    if (!row) throw new OperationError(`There is no app with the client id ${clientId}.`)
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
    const [row] = await remove(tx, clientId)
    if (!row) throw new OperationError(`${clientId} has no webhook.`)
    await writeAudit(tx, { event: 'webhook.remove', outcome: 'ok', operator, detail: { clientId } })
    return row
  })
}

export async function listWebhooks(db: Database, operator: string): Promise<readonly ListedWebhook[]> {
  const rows = await list(db)
  await writeAudit(db, { event: 'webhook.list', outcome: 'ok', operator, detail: { webhooks: rows.length } })
  return rows
}

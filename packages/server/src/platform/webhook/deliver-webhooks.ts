/**
 * Tells apps of benefits by webhook: what the feed says, from where the app was last told, page by page. An app hears the
 * next page once it has taken the one before, so that nothing overtakes anything; a page without an answer comes again.
 */

import { readBenefitFeed } from '../../entitlements/index.ts'
import type { Database } from '../db/database.ts'
import type { JobLog } from '../jobs/job-log.ts'
import { decrypt } from '../keys/encryption.ts'
import { enqueueDelivery } from './schedule-delivery.ts'
import { signWebhook, WEBHOOK_SECRET_ENCRYPTION_CONTEXT } from './sign-webhook.ts'
import { advance, claimDue, type DueWebhook, findHead, postpone, release } from './webhook-store.ts'

export interface TellDependencies {
  readonly db: Database
  /** `keys.webhook` */
  readonly key: Buffer
  readonly log: JobLog
  readonly fetch?: typeof fetch
}

const PAGE = 100
const PATIENCE = 10_000
/** Longer than a page takes: who lost its process is told by another one after this. */
const CLAIM_SECONDS = 30

async function post(
  of: TellDependencies,
  { url, secret, client_id }: DueWebhook,
  items: readonly { id: string }[],
) {
  const body = JSON.stringify({ items })
  const at = Math.floor(Date.now() / 1000)
  const id = `${client_id}.${items.at(-1)?.id}`
  const answer = await (of.fetch ?? fetch)(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'kerf-passport',
      ...signWebhook(decrypt(of.key, secret, WEBHOOK_SECRET_ENCRYPTION_CONTEXT).toString(), id, at, body),
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`answered ${answer.status}`)
}

/** One page: an app that is slow, or has much to hear, keeps no other waiting for longer than that. */
async function tell(of: TellDependencies, webhook: DueWebhook): Promise<void> {
  const { db, log } = of
  try {
    const [{ head } = { head: '0' }] = await findHead(db)
    const { items } = await readBenefitFeed(db, webhook.code, webhook.position, PAGE)
    if (items.length > 0) await post(of, webhook, items)
    // Where nothing is for this app, all up to the head is behind it.
    const position = items.at(-1)?.id ?? head
    const [mine] = await advance(
      db,
      webhook.client_id,
      webhook.url,
      position,
      CLAIM_SECONDS,
      items.length > 0,
    )
    if (mine) await release(db, webhook.client_id)
  } catch (error) {
    const [row] = await postpone(db, webhook.client_id)
    // A fault of the network names the address, which is no secret, but may carry one.
    const cause = error instanceof Error && /^answered \d+$/.test(error.message) ? error.message : 'no answer'
    log.warn(
      { app: webhook.client_id, failures: row?.failures ?? 0, cause },
      'an app could not be told of benefits',
    )
  }
}

/**
 * Tells every app that is due one page, and has itself called again until none is due, since what came meanwhile found them
 * taken: between the pages the queue's places are free for mails.
 */
export async function deliverWebhooks(of: TellDependencies): Promise<void> {
  const due = await claimDue(of.db, CLAIM_SECONDS)
  await Promise.all(due.map(webhook => tell(of, webhook)))
  if (due.length > 0) await enqueueDelivery(of.db)
}

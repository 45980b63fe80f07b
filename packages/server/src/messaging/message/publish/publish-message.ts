/** Publishes a message, for operators and for apps: the row, its audit row and the notification in one transaction. */
import { DEFAULT_BRAND } from '@kerf/brands/registry'
import type { MessageCategory } from '@kerf/contract/endpoints/message'
import { type AuditEvent, writeAudit } from '../../../platform/audit/write-audit.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { MessageContent } from '../content/message-content.ts'
import { accountMessageId, broadcastId, newMessageHandle } from '../content/message-id.ts'
import { insertAccountMessage } from '../store/account-message-store.ts'
import { insertBroadcast, raiseBroadcastVersion } from '../store/broadcast-store.ts'
import { notifyPublished } from '../store/notify-changes.ts'

export type Audience =
  | { readonly kind: 'all' }
  | { readonly kind: 'app'; readonly app: string }
  | { readonly kind: 'uid'; readonly uid: string }

export interface NewMessage extends MessageContent {
  readonly audience: Audience
  readonly category: MessageCategory
  /** app whose settings decide whether the message is shown */
  readonly app: string
  /** null, or a time in the past: now */
  readonly from: Date | null
  readonly until: Date | null
  /** operator's name or client id */
  readonly sender: string
}

export interface PublishedMessage {
  readonly id: string
  /** unix seconds */
  readonly from: number
  readonly until: number | null
}

/** The columns of an audit row that say who publishes or revokes. */
export type Actor = Pick<AuditEvent, 'operator' | 'app' | 'network' | 'requestId'>

/** The audit row has a column for an operator, but none for the client id of an app. */
export const clientDetail = ({ operator }: Actor, sender: string | null): Record<string, string> =>
  operator == null && sender !== null ? { client: sender } : {}

const unixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000)

const toPublished = (
  id: string,
  { starts_at, ends_at }: { starts_at: Date; ends_at: Date | null },
): PublishedMessage => ({
  id,
  from: unixSeconds(starts_at),
  until: ends_at === null ? null : unixSeconds(ends_at),
})

async function insertMessage(
  tx: Queryable,
  { audience, ...message }: NewMessage,
): Promise<PublishedMessage | undefined> {
  if (audience.kind === 'uid') {
    const { uid } = audience
    const handle = newMessageHandle()
    const [row] = await insertAccountMessage(tx, { ...message, uid, handle })
    return row && toPublished(accountMessageId(uid, handle), row)
  }
  const [next] = await raiseBroadcastVersion(tx)
  if (!next) return undefined
  const [row] = await insertBroadcast(tx, { ...message, audience: audience.kind, version: next.version })
  return row && toPublished(broadcastId(row.id), row)
}

/** undefined: there is no such account. */
export async function publishMessage(
  tx: Queryable,
  message: NewMessage,
  actor: Actor,
): Promise<PublishedMessage | undefined> {
  const { audience, category, sender } = message
  const published = await insertMessage(tx, message)
  if (!published) return undefined
  const uid = audience.kind === 'uid' ? audience.uid : undefined
  await notifyPublished(tx, uid)
  await writeAudit(tx, {
    event: 'message.send',
    outcome: 'ok',
    ...actor,
    uid: uid ?? null,
    detail: {
      // The id of a message to one account contains its uid, which the audit row holds in a column.
      id: uid === undefined ? published.id : null,
      audience: audience.kind === 'app' ? `app:${audience.app}` : audience.kind,
      category,
      from: published.from,
      until: published.until,
      ...clientDetail(actor, sender),
    },
  })
  return published
}

/** A message of the portal itself to one account. */
export const messageAccount = (
  tx: Queryable,
  actor: Actor,
  message: { readonly uid: string } & Pick<NewMessage, 'category' | 'texts'>,
): Promise<PublishedMessage | undefined> => {
  const { uid, category, texts } = message
  const always = { link: null, picture: null, from: null, until: null, sender: 'kerf' } as const
  return publishMessage(
    tx,
    { audience: { kind: 'uid', uid }, category, texts, app: DEFAULT_BRAND, ...always },
    actor,
  )
}

/** Sends, revokes and lists messages. Open pages show changes at once. */
import { DEFAULT_BRAND } from '@kerf/brands/registry'
import { AUDIENCE, MESSAGE_CATEGORIES, type MessageCategory } from '@kerf/contract/endpoints/message'
import {
  type Audience,
  accountMessageId,
  broadcastId,
  type MessageDraft,
  type MessageTexts,
  publishMessage,
  recallMessage as recallMessageById,
  revokeMessage as revokeMessageById,
} from '../../messaging/index.ts'
import { currentOperatorEvidence } from '../../platform/audit/operator-evidence.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/db/database.ts'
import { findUid } from '../account/find-account.ts'
import { OperationError } from '../input/operation-error.ts'
import { hasRole } from '../operator/operation-table.ts'
import { assertAppCode, assertPeriod, holdFrom, validateDraft } from './message-draft.ts'
import {
  countAccounts,
  countAccountsOfApp,
  listAccountMessages,
  listSentBroadcasts,
  type SentMessageRow,
} from './message-report-store.ts'

export interface MessageOrder extends MessageDraft {
  /** `all`, `app:CODE` or `uid:UID`; after `uid:` also an email address or enterprise account ID */
  readonly audience: string
  readonly category: string
  /** whose message settings apply; default: the audience's app, else the portal */
  readonly app?: string | undefined
  readonly from: Date | null
  readonly until: Date | null
  /** A message to many is shown after `HOLD_SECONDS`, in which it can be recalled. */
  readonly hold?: boolean
  readonly operator: string
}

export interface SentMessage {
  readonly id: string
  readonly audience: string
  readonly category: MessageCategory
  readonly app: string
  readonly texts: MessageTexts
  readonly link: string | null
  readonly picture: string | null
  /** unix seconds */
  readonly from: number
  readonly until: number | null
}

/** Validates an order without sending it. Throws an OperationError. */
export async function prepareMessage(db: Database, order: MessageOrder, config: Config) {
  const category = MESSAGE_CATEGORIES.find(known => known === order.category)
  if (category === undefined)
    throw new OperationError('message_category_unknown', {
      categories: MESSAGE_CATEGORIES.join(', '),
      category: order.category,
    })
  const audience = await parseAudience(db, order.audience)
  const app = await assertAppCode(db, order.app ?? (audience.kind === 'app' ? audience.app : DEFAULT_BRAND))
  if (audience.kind === 'app' && app !== audience.app) throw new OperationError('message_app_given')
  const from = order.hold && audience.kind !== 'uid' ? await holdFrom(db, order.from) : order.from
  await assertPeriod(db, from, order.until)
  return { ...(await validateDraft(order, config)), audience, category, app, from }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

async function parseAudience(db: Database, given: string): Promise<Audience> {
  const [kind, ...rest] = given.trim().split(':')
  const value = rest.join(':')
  if (kind === 'uid' && value !== '') {
    if (!UUID.test(value.trim()) && !hasRole(currentOperatorEvidence()?.roles, 'support'))
      throw new OperationError('message_by_address')
    const uid = await findUid(db, value)
    if (uid === undefined) throw new OperationError('account_unknown')
    return { kind, uid }
  }
  if (!AUDIENCE.test(given.trim())) throw new OperationError('audience_invalid', { audience: given })
  return kind === 'app' ? { kind, app: await assertAppCode(db, value) } : { kind: 'all' }
}

const formatAudience = (audience: Audience): string =>
  audience.kind === 'all' ? 'all' : audience.kind === 'app' ? `app:${audience.app}` : `uid:${audience.uid}`

/** Throws an OperationError. */
export async function sendMessage(db: Database, order: MessageOrder, config: Config): Promise<SentMessage> {
  const prepared = await prepareMessage(db, order, config)
  const { until, operator } = order
  const published = await db.transaction(tx =>
    publishMessage(tx, { ...prepared, until, sender: operator }, { operator }),
  )
  if (!published) throw new OperationError('account_unknown')
  const { category, app, texts, link, picture } = prepared
  return {
    id: published.id,
    audience: formatAudience(prepared.audience),
    category,
    app,
    texts,
    link,
    picture,
    from: published.from,
    until: published.until,
  }
}

/** Throws an OperationError if there is no such message or it is revoked already. */
export async function revokeMessage(db: Database, id: string, operator: string): Promise<{ id: string }> {
  await db.transaction(async tx => {
    if (!(await revokeMessageById(tx, id, null, { operator })))
      throw new OperationError('message_unknown', { id })
  })
  return { id }
}

/** Takes back a message to many that nobody has seen yet. Throws an OperationError. */
export async function recallMessage(db: Database, id: string, operator: string): Promise<{ id: string }> {
  await db.transaction(async tx => {
    if (!(await recallMessageById(tx, id, { operator })))
      throw new OperationError('message_shown', { id, kind: 'message' })
  })
  return { id }
}

/** People whom a message reaches. */
export async function countAudience(db: Database, audience: Audience): Promise<number> {
  if (audience.kind === 'uid') return 1
  const [found] =
    audience.kind === 'all' ? await countAccounts(db) : await countAccountsOfApp(db, { app: audience.app })
  return found?.people ?? 0
}

export interface ListedMessage extends SentMessageRow {
  readonly id: string
  readonly audience: string
}

/** Broadcasts, newest first; with `who`, the messages to that account, which writes an audit event. */
export async function listSentMessages(
  db: Database,
  { who, limit, operator }: { who: string | undefined; limit: number; operator: string },
): Promise<ListedMessage[]> {
  if (who === undefined) {
    const rows = await listSentBroadcasts(db, { limit })
    return rows.map(({ key, ...row }) => ({
      id: broadcastId(key),
      ...row,
      audience: row.audience === 'app' ? `app:${row.app}` : 'all',
    }))
  }
  const uid = await findUid(db, who)
  if (uid === undefined) throw new OperationError('account_unknown')
  const rows = await listAccountMessages(db, { uid, limit })
  await writeAudit(db, {
    event: 'message.list',
    outcome: 'ok',
    uid,
    operator,
    detail: { messages: rows.length },
  })
  return rows.map(({ handle, ...row }) => ({
    id: accountMessageId(uid, handle),
    ...row,
    audience: `uid:${uid}`,
  }))
}

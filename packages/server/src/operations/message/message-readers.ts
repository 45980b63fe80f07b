/** Who has read a message: how many, or whether one account has. */
import * as v from 'valibot'
import { parseMessageId } from '../../messaging/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { accountNotFound, findUid } from '../account/find-account.ts'
import { OperationError } from '../input/operation-error.ts'
import {
  countReaders,
  findAccountMessageRead,
  findSentBroadcast,
  isBroadcastRead,
} from './message-report-store.ts'
import { countAudience } from './messages.ts'

export const MessageReadersInput = v.object({
  /** of `message list` */
  id: v.pipe(v.string(), v.trim(), v.maxLength(64)),
  /** only whether this account has read it: user ID, email address or enterprise account ID */
  who: v.optional(v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(254))),
})
export type MessageReadersInput = v.InferInput<typeof MessageReadersInput>

export interface MessageReaders {
  readonly id: string
  /** accounts that it reaches */
  readonly audience: number
  /** accounts that have read it, or marked everything as read */
  readonly readers: number
  /** of a message to one account, and with `who`; null: unread, or the time is not stored. Unix seconds */
  readonly readAt: number | null
}

const notFound = (id: string): OperationError => new OperationError('message_without_readers', { id })

async function readersOfBroadcast(db: Database, id: number, uid: string | undefined) {
  const [broadcast] = await findSentBroadcast(db, { id })
  if (!broadcast) return undefined
  if (uid !== undefined) {
    const [found] = await isBroadcastRead(db, { id, uid })
    return { audience: 1, readers: found?.read ? 1 : 0, readAt: null }
  }
  const { audience: kind, app } = broadcast
  const audience = await countAudience(db, kind === 'all' ? { kind } : { kind, app })
  const [counted] = await countReaders(db, { id })
  return { audience, readers: counted?.people ?? 0, readAt: null }
}

/** Throws an OperationError. */
export async function showMessageReaders(
  db: Database,
  input: MessageReadersInput,
  operator: string,
): Promise<MessageReaders> {
  const { id, who } = v.parse(MessageReadersInput, input)
  const uid = who === undefined ? undefined : await findUid(db, who)
  if (who !== undefined && uid === undefined) throw accountNotFound()
  const message = parseMessageId(id)
  const isOwn = message?.kind === 'account' && (uid === undefined || uid === message.uid)
  const [read] = isOwn ? await findAccountMessageRead(db, message) : []
  const found =
    message?.kind === 'broadcast'
      ? await readersOfBroadcast(db, message.id, uid)
      : read && { audience: 1, readers: read.readAt === null ? 0 : 1, readAt: read.readAt }
  if (!found) throw notFound(id)
  const subject = uid ?? (message?.kind === 'account' ? message.uid : null)
  const detail = { message: id, readers: found.readers }
  await writeAudit(db, { event: 'message.readers', outcome: 'ok', uid: subject, operator, detail })
  return { id, ...found }
}

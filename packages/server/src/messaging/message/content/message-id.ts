/**
 * Public ids: `b7` is a broadcast, `a7` an announcement, `m…` a message to one account. The latter contains the uid, so that an
 * operator's id leads to the row by its key. An account sees no uid but its own in the ids of its messages.
 */
import { randomBytes } from 'node:crypto'
import { uidFromBytes, uidToBytes } from '../../../platform/keys/uid-bytes.ts'

export type MessageId =
  | { readonly kind: 'broadcast' | 'announcement'; readonly id: number }
  | { readonly kind: 'account'; readonly uid: string; readonly handle: string }

/** Largest value of the column type `int`. */
const INT_MAX = 2_147_483_647

export const broadcastId = (id: number): string => `b${id}`
export const announcementId = (id: number): string => `a${id}`

/** Identifies a message within its account: 64 random bits. */
export const newMessageHandle = (): string => randomBytes(8).toString('base64url')

export const accountMessageId = (uid: string, handle: string): string =>
  `m${uidToBytes(uid).toString('base64url')}${handle}`

/** undefined: `text` is not a message id. */
export function parseMessageId(text: string): MessageId | undefined {
  const numbered = /^([ab])([1-9]\d{0,9})$/.exec(text)
  if (numbered) {
    const id = Number(numbered[2])
    return id > INT_MAX ? undefined : { kind: numbered[1] === 'a' ? 'announcement' : 'broadcast', id }
  }
  const account = /^m([\w-]{22})([\w-]{11})$/.exec(text)
  const uid = uidFromBytes(Buffer.from(account?.[1] ?? '', 'base64url'))
  return uid === undefined ? undefined : { kind: 'account', uid, handle: account?.[2] ?? '' }
}

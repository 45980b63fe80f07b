/**
 * Public ids: `b7` a broadcast, `a7` an announcement, `m…` a message to one account, which holds the uid, so that an
 * operator's id alone leads to the row by its key (decisions 12). An account's own messages show it nothing but its own uid.
 */
import { randomBytes } from 'node:crypto'

export type MessageId =
  | { readonly kind: 'broadcast' | 'announcement'; readonly id: number }
  | { readonly kind: 'own'; readonly uid: string; readonly handle: string }

const INT_MAX = 2_147_483_647

export const broadcastId = (id: number): string => `b${id}`
export const announcementId = (id: number): string => `a${id}`

export const newHandle = (): string => randomBytes(8).toString('base64url')

export const ownId = (uid: string, handle: string): string =>
  `m${Buffer.from(uid.replaceAll('-', ''), 'hex').toString('base64url')}${handle}`

export function parseMessageId(text: string): MessageId | undefined {
  const counted = /^([ab])([1-9]\d{0,9})$/.exec(text)
  if (counted) {
    const id = Number(counted[2])
    return id > INT_MAX ? undefined : { kind: counted[1] === 'a' ? 'announcement' : 'broadcast', id }
  }
  const own = /^m([\w-]{22})([\w-]{11})$/.exec(text)
  const bytes = Buffer.from(own?.[1] ?? '', 'base64url')
  if (bytes.length !== 16) return undefined
  const uid = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return { kind: 'own', uid, handle: own?.[2] ?? '' }
}

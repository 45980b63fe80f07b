/** Where a page of messages goes on. */

export interface Cursor {
  /** of a list that shows what is unread first: whether it has come to what is read */
  readonly part: 'unread' | 'read' | 'all'
  readonly starts: number
  /** `b` or `m` and what tells messages of the same millisecond apart */
  readonly key: string
}

const PARTS = { u: 'unread', r: 'read', a: 'all' } as const

export const broadcastKey = (id: number): string => `b${String(id).padStart(10, '0')}`
export const ownKey = (handle: string): string => `m${handle}`

export const writeCursor = ({ part, starts, key }: Cursor): string => `${part[0]}.${starts}.${key}`

/** undefined for what is no cursor of ours. */
export function readCursor(text: string): Cursor | undefined {
  const [, part, starts, key] = /^([ura])\.(\d{1,15})\.([bm][\w-]{1,30})$/.exec(text) ?? []
  if (part === undefined || starts === undefined || key === undefined) return undefined
  return { part: PARTS[part as keyof typeof PARTS], starts: Number(starts), key }
}

/** Negative, 0 or positive as `a` begins before, with or after `b`. */
export const compare = (a: Omit<Cursor, 'part'>, b: Omit<Cursor, 'part'>): number =>
  a.starts - b.starts || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)

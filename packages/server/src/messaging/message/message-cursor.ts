/** Cursor of a page of messages: where the next page starts. */

export interface PageCursor {
  /** section of the list; a list that shows unread messages first has two */
  readonly section: 'unread' | 'read' | 'all'
  /** start time of the last message, milliseconds since 1970 */
  readonly starts: number
  /** orders messages of the same millisecond: `b…` for broadcasts, `m…` for messages to the account */
  readonly key: string
}

const SECTIONS = { u: 'unread', r: 'read', a: 'all' } as const

export const broadcastKey = (id: number): string => `b${String(id).padStart(10, '0')}`
export const accountMessageKey = (handle: string): string => `m${handle}`

export const formatCursor = ({ section, starts, key }: PageCursor): string => `${section[0]}.${starts}.${key}`

/** undefined: `text` is not a cursor. */
export function parseCursor(text: string): PageCursor | undefined {
  const [, section, starts, key] = /^([ura])\.(\d{1,15})\.([bm][\w-]{1,30})$/.exec(text) ?? []
  if (section === undefined || starts === undefined || key === undefined) return undefined
  return { section: SECTIONS[section as keyof typeof SECTIONS], starts: Number(starts), key }
}

type Position = Pick<PageCursor, 'starts' | 'key'>

/** Compare function for sorting, oldest first. */
export const comparePositions = (a: Position, b: Position): number =>
  a.starts - b.starts || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)

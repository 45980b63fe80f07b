/** A page of an account's messages: its own, from the table, and broadcasts, from the board, in one order. */
import type { OutputOf, ParsedInputOf } from '@kerf/contract/endpoint'
import type { listMessages as endpoint, MessageCategory } from '@kerf/contract/endpoints/message'
import type { Language } from '@kerf/contract/language'
import type { Message } from '@kerf/contract/message-stream'
import type { Database } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { BroadcastCache } from './broadcast-cache.ts'
import { textFor } from './message-content.ts'
import { broadcastId, ownId } from './message-id.ts'
import {
  accountState,
  type BroadcastRow,
  broadcastDetails,
  type OwnRow,
  ownNewest,
  ownOldest,
} from './message-store.ts'
import { createMessageView, type MessageView } from './message-view.ts'
import { broadcastKey, type Cursor, compare, ownKey, readCursor, writeCursor } from './page-cursor.ts'
import type { PictureRule } from './picture-rule.ts'

const PAGE = 20

export interface Reading {
  readonly db: Database
  readonly board: BroadcastCache
  readonly pictures: PictureRule
  readonly defaultApp: string
}

type Found =
  | { readonly kind: 'own'; readonly row: OwnRow; readonly starts: number; readonly key: string }
  | { readonly kind: 'broadcast'; readonly row: BroadcastRow; readonly starts: number; readonly key: string }

interface Wish {
  readonly uid: string
  readonly category: MessageCategory | undefined
  readonly read: boolean | undefined
  readonly oldest: boolean
  readonly after: Cursor | undefined
  readonly limit: number
}

export function createListMessages({ db, board, pictures, defaultApp }: Reading) {
  async function ownOf({ uid, category, read, oldest, after, limit }: Wish): Promise<Found[]> {
    const handle = after?.key.startsWith('m') ? after.key.slice(1) : ''
    const page = oldest ? ownOldest : ownNewest
    const rows = await page(db, uid, category ?? null, read ?? null, after?.starts ?? null, handle, limit)
    return rows.map(row => ({ kind: 'own', row, starts: row.starts, key: ownKey(row.handle) }))
  }

  const broadcastsOf = (all: readonly BroadcastRow[], view: MessageView, wish: Wish): Found[] => {
    const { category, read, oldest, after, limit } = wish
    const found: Found[] = []
    for (let step = 0; step < all.length && found.length < limit; step++) {
      const row = all[oldest ? step : all.length - 1 - step] as BroadcastRow
      if (category !== undefined && row.category !== category) continue
      const one = { kind: 'broadcast', row, starts: row.starts, key: broadcastKey(row.id) } as const
      if (after !== undefined && (oldest ? compare(one, after) <= 0 : compare(one, after) >= 0)) continue
      if (view.sees(row) && (read === undefined || view.hasRead(row) === read)) found.push(one)
    }
    return found
  }

  return async function listMessages(
    uid: string,
    input: ParsedInputOf<typeof endpoint>,
    lang: Language,
  ): Promise<OutputOf<typeof endpoint>> {
    const after = input.cursor === undefined ? undefined : readCursor(input.cursor)
    if (input.cursor !== undefined && after === undefined)
      throw new ApiError('bad_request', { fields: { cursor: 'invalid' } })
    const limit = input.limit ?? PAGE
    const unreadOnly = input.unread === 'true' || input.unread === '1'
    const state = await loadAccountState(db, uid)
    const all = await board.at(state.version)
    const view = createMessageView(state, input.appCode ?? defaultApp, defaultApp)
    const parts: readonly Cursor['part'][] =
      input.sort !== 'unread' ? ['all'] : unreadOnly ? ['unread'] : ['unread', 'read']

    const items: { readonly found: Found; readonly part: Cursor['part'] }[] = []
    const from = Math.max(0, after === undefined ? 0 : parts.indexOf(after.part))
    for (const [index, part] of parts.entries()) {
      if (index < from || items.length > limit) continue
      const wish: Wish = {
        uid,
        category: input.category,
        read: unreadOnly || part === 'unread' ? false : part === 'read' ? true : undefined,
        oldest: input.sort === 'oldest',
        after: index === from ? after : undefined,
        limit: limit + 1 - items.length,
      }
      const found = [...(await ownOf(wish)), ...broadcastsOf(all, view, wish)]
      found.sort((a, b) => (wish.oldest ? compare(a, b) : compare(b, a)))
      items.push(...found.slice(0, wish.limit).map(one => ({ found: one, part })))
    }
    const shown = items.slice(0, limit)
    const last = shown.at(-1)
    return {
      items: await tell(
        uid,
        shown.map(({ found }) => found),
        view,
        lang,
      ),
      next:
        items.length > limit && last
          ? writeCursor({ part: last.part, starts: last.found.starts, key: last.found.key })
          : null,
    }
  }

  async function tell(
    uid: string,
    shown: readonly Found[],
    view: MessageView,
    lang: Language,
  ): Promise<Message[]> {
    const ids = shown.flatMap(one => (one.kind === 'broadcast' ? [one.row.id] : []))
    const details = new Map((ids.length > 0 ? await broadcastDetails(db, ids) : []).map(row => [row.id, row]))
    return shown.flatMap(one => {
      const detail = one.kind === 'own' ? one.row : details.get(one.row.id)
      if (!detail) return []
      const { category, app, ends } = one.row
      return [
        {
          id: one.kind === 'own' ? ownId(uid, one.row.handle) : broadcastId(one.row.id),
          category,
          app,
          ...textFor(detail.texts, lang),
          link: detail.link,
          picture: detail.picture === null ? null : pictures(detail.picture),
          at: Math.floor(one.starts / 1000),
          until: ends === null ? null : Math.floor(ends / 1000),
          read: one.kind === 'own' ? one.row.read : view.hasRead(one.row),
        },
      ]
    })
  }
}

/** Throws 20901 where the schema lacks its one row, which no installation does. */
export async function loadAccountState(db: Database, uid: string) {
  const [state] = await accountState(db, uid)
  if (!state) throw new ApiError('system')
  return state
}

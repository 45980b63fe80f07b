/** Lists a page of an account's messages: its own from the table and broadcasts from the cache, merged into one order. */
import type { OutputOf, ParsedInputOf } from '@kerf/contract/endpoint'
import type { listMessages as endpoint, MessageCategory } from '@kerf/contract/endpoints/message'
import type { Language } from '@kerf/contract/language'
import type { Message } from '@kerf/contract/messages/message-stream'
import type { Queryable } from '../../platform/db/database.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { invalidCursor } from '../../web/page-cursor.ts'
import { accountMessageId, broadcastId } from './content/message-id.ts'
import type { PictureRule } from './content/picture-rule.ts'
import { toMessage } from './content/to-message.ts'
import {
  accountMessageKey,
  broadcastKey,
  comparePositions,
  formatCursor,
  type PageCursor,
  parseCursor,
} from './message-cursor.ts'
import {
  type AccountMessage,
  listNewestAccountMessages,
  listOldestAccountMessages,
} from './store/account-message-store.ts'
import { loadAccountState } from './store/account-state-store.ts'
import type { BroadcastCache } from './store/broadcast-cache.ts'
import { type Broadcast, listBroadcastContents } from './store/broadcast-store.ts'
import { createMessageView, type MessageView } from './store/message-view.ts'

const DEFAULT_LIMIT = 20

export interface ListMessagesDependencies extends Pick<PlatformServices, 'db' | 'listReads'> {
  readonly broadcasts: BroadcastCache
  readonly pictures: PictureRule
  readonly defaultApp: string
}

type ListedRow =
  | { readonly kind: 'account'; readonly row: AccountMessage; readonly starts: number; readonly key: string }
  | { readonly kind: 'broadcast'; readonly row: Broadcast; readonly starts: number; readonly key: string }

interface ListQuery {
  readonly uid: string
  /** undefined: all categories */
  readonly category: MessageCategory | undefined
  /** undefined: read and unread */
  readonly read: boolean | undefined
  readonly oldestFirst: boolean
  readonly after: PageCursor | undefined
  readonly limit: number
}

const READ_OF_SECTION = { unread: false, read: true, all: undefined } as const

export function createListMessages(of: ListMessagesDependencies) {
  const { db, listReads, broadcasts, pictures, defaultApp } = of

  async function listAccountMessages(on: Queryable, query: ListQuery): Promise<ListedRow[]> {
    const { uid, category, read, oldestFirst, after, limit } = query
    const list = oldestFirst ? listOldestAccountMessages : listNewestAccountMessages
    const rows = await list(on, {
      uid,
      category: category ?? null,
      read: read ?? null,
      afterStarts: after?.starts ?? null,
      afterHandle: after?.key.startsWith('m') ? after.key.slice(1) : '',
      limit,
    })
    return rows.map(row => ({
      kind: 'account',
      row,
      starts: row.starts,
      key: accountMessageKey(row.handle),
    }))
  }

  /** `all`: earliest start first. */
  function selectBroadcasts(all: readonly Broadcast[], view: MessageView, query: ListQuery): ListedRow[] {
    const { category, read, oldestFirst, after, limit } = query
    const selected: ListedRow[] = []
    for (let step = 0; step < all.length && selected.length < limit; step++) {
      const row = all[oldestFirst ? step : all.length - 1 - step] as Broadcast
      if (category !== undefined && row.category !== category) continue
      const listed = { kind: 'broadcast', row, starts: row.starts, key: broadcastKey(row.id) } as const
      const order = after === undefined ? 0 : comparePositions(listed, after)
      if (after !== undefined && (oldestFirst ? order <= 0 : order >= 0)) continue
      if (view.isVisible(row) && (read === undefined || view.isRead(row) === read)) selected.push(listed)
    }
    return selected
  }

  async function toMessages(
    uid: string,
    listed: readonly ListedRow[],
    view: MessageView,
    lang: Language,
  ): Promise<Message[]> {
    const ids = listed.flatMap(({ kind, row }) => (kind === 'broadcast' ? [row.id] : []))
    // By the primary: a replica may lack a broadcast that the cache holds.
    const contents = ids.length > 0 ? await listBroadcastContents(db, { ids }) : []
    const contentOf = new Map(contents.map(content => [content.id, content]))
    return listed.flatMap(({ kind, row }) => {
      if (kind === 'account')
        return [toMessage({ ...row, id: accountMessageId(uid, row.handle) }, lang, pictures)]
      const content = contentOf.get(row.id)
      if (!content) return []
      return [
        toMessage({ ...row, ...content, id: broadcastId(row.id), read: view.isRead(row) }, lang, pictures),
      ]
    })
  }

  /** Throws `bad_request` for a cursor that does not parse. */
  return async function listMessages(
    uid: string,
    input: ParsedInputOf<typeof endpoint>,
    lang: Language,
  ): Promise<OutputOf<typeof endpoint>> {
    const after = input.cursor === undefined ? undefined : parseCursor(input.cursor)
    if (input.cursor !== undefined && after === undefined) throw invalidCursor()
    const limit = input.limit ?? DEFAULT_LIMIT
    const unreadOnly = input.unread === 'true' || input.unread === '1'
    const on = await listReads.of(uid)
    const state = await loadAccountState(on, uid)
    const all = await broadcasts.atLeast(state.version)
    const view = createMessageView(state, input.appCode ?? defaultApp, defaultApp)
    const sections: readonly PageCursor['section'][] =
      input.sort !== 'unread' ? ['all'] : unreadOnly ? ['unread'] : ['unread', 'read']

    // One row more than the page holds tells whether there is a next page.
    const rows: { readonly listed: ListedRow; readonly section: PageCursor['section'] }[] = []
    const firstSection = Math.max(0, after === undefined ? 0 : sections.indexOf(after.section))
    for (const [index, section] of sections.entries()) {
      if (index < firstSection || rows.length > limit) continue
      const query: ListQuery = {
        uid,
        category: input.category,
        read: unreadOnly ? false : READ_OF_SECTION[section],
        oldestFirst: input.sort === 'oldest',
        after: index === firstSection ? after : undefined,
        limit: limit + 1 - rows.length,
      }
      const listed = [...(await listAccountMessages(on, query)), ...selectBroadcasts(all, view, query)]
      listed.sort((a, b) => (query.oldestFirst ? comparePositions(a, b) : comparePositions(b, a)))
      rows.push(...listed.slice(0, query.limit).map(one => ({ listed: one, section })))
    }
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      items: await toMessages(
        uid,
        page.map(({ listed }) => listed),
        view,
        lang,
      ),
      next:
        rows.length > limit && last
          ? formatCursor({ section: last.section, starts: last.listed.starts, key: last.listed.key })
          : null,
    }
  }
}

/** Helpers of the message tests. */

import type { InputOf } from '@kerf/contract/endpoint'
import { countMessages, listMessages, type MessageCategory } from '@kerf/contract/endpoints/message'
import type { Message, StreamLine } from '@kerf/contract/messages/message-stream'
import { MESSAGE_STREAM_PATH } from '@kerf/contract/messages/message-stream'
import { type MessageOrder, revokeMessage, sendMessage } from '../../src/operations/message/messages.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { insertLiveSession } from '../account-center/fixtures.ts'
import { seedPerson } from '../support/accounts.ts'
import type { TestServer } from '../support/test-server.ts'

export interface Reader {
  readonly uid: string
  readonly token: string
}

export async function newReader(server: TestServer): Promise<Reader> {
  const { uid } = await seedPerson(server)
  return { uid, token: await insertLiveSession(server, uid) }
}

const config = readConfig({ NODE_ENV: 'test' }, '/')

/** Publishes as an operator. Returns the id. */
export async function send(server: TestServer, order: Partial<MessageOrder> = {}): Promise<string> {
  const db = await openDatabase({ url: server.databaseUrl, poolSize: 1, onError: () => {} })
  const whole: MessageOrder = {
    audience: 'all',
    category: 'app',
    title: { en: 'A title', zh: '标题' },
    from: null,
    until: null,
    operator: 'lin',
    ...order,
  }
  const { id } = await sendMessage(db, whole, config).finally(() => db.close())
  return id
}

export async function revoke(server: TestServer, id: string): Promise<void> {
  const db = await openDatabase({ url: server.databaseUrl, poolSize: 1, onError: () => {} })
  await revokeMessage(db, id, 'lin').finally(() => db.close())
}

export async function countsOf(server: TestServer, { token }: Reader, process = 0) {
  const { data, code } = await server.call(countMessages, {}, { token, process })
  if (code !== 0) throw new Error(`no counts: ${code}`)
  const { all, unread, ...kinds } = data
  if (all !== unread || all !== Object.values(kinds).reduce((sum, one) => sum + one))
    throw new Error(`counts contradict themselves: ${JSON.stringify(data)}`)
  return data
}

export async function pageOf(
  server: TestServer,
  { token }: Reader,
  input: InputOf<typeof listMessages> = {},
  lang = 'en',
): Promise<{ items: Message[]; next: string | null }> {
  const { data, code, text } = await server.call(listMessages, input, { token, lang })
  if (code !== 0) throw new Error(`no list: ${text}`)
  return data
}

/** Reads all pages. */
export async function allOf(
  server: TestServer,
  reader: Reader,
  input: InputOf<typeof listMessages> = {},
): Promise<Message[]> {
  const items: Message[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await pageOf(server, reader, { ...input, ...(cursor !== undefined && { cursor }) })
    items.push(...page.items)
    if (page.next === null) return items
    cursor = page.next
  }
}

export const idsOf = (items: readonly Message[]): string[] => items.map(({ id }) => id)

/** Inserts messages to one account, the last one the newest. */
export const giveOwn = (
  server: TestServer,
  uid: string,
  count: number,
  category: MessageCategory = 'device',
) =>
  server.sql(
    `insert into account_message (uid, handle, app, category, texts, starts_at, sender)
     select $1, lpad(n::text, 11, '0'), 'portal', $3, jsonb_build_object('en', jsonb_build_object('title', 'Own ' || n, 'body', '')),
            date_trunc('milliseconds', now() - ($2::int - n) * interval '1 minute'), 'test'
       from generate_series(1, $2::int) n`,
    uid,
    count,
    category,
  )

export interface OpenStream {
  readonly status: number
  readonly lines: StreamLine[]
  /** settles when the server has closed the stream */
  readonly ended: Promise<void>
  close(): void
}

export async function openStream(
  server: TestServer,
  token: string | undefined,
  more: {
    readonly process?: number
    readonly url?: string
    readonly lang?: string
    readonly query?: string
  } = {},
): Promise<OpenStream> {
  const stop = new AbortController()
  const url = new URL(MESSAGE_STREAM_PATH + (more.query ?? ''), more.url ?? server.urls[more.process ?? 0])
  const response = await fetch(url, {
    headers: { ...(token !== undefined && { utoken: token }), lang: more.lang ?? 'en' },
    signal: stop.signal,
  })
  const lines: StreamLine[] = []
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of response.body ?? []) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = parts.pop() ?? ''
      for (const line of parts) lines.push(JSON.parse(line))
    }
  }
  const ended = read().catch(() => undefined)
  return { status: response.status, lines, ended, close: () => stop.abort() }
}

/**
 * Messages: lists and counts of accounts with a thousand messages and ten thousand broadcasts, the same with ten times the
 * accounts, publishing, and a broadcast to pages that are open. `--scale` takes a share of it all, so that a run stays short.
 */
import { once } from 'node:events'
import { countMessages, listMessages } from '@kerf/contract/endpoints/message'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import { MESSAGE_STREAM_PATH } from '@kerf/contract/message-stream'
import pg from 'pg'
import { sendMessage } from '../../packages/server/src/operations/message/messages.ts'
import { readConfig } from '../../packages/server/src/platform/config/config.ts'
import type { Context, Section } from '../harness/context.ts'
import { type Figure, short } from '../harness/figures.ts'
import type { Installation } from '../harness/installation.ts'
import { residentMemory } from '../harness/memory.ts'
import { startProgram } from '../harness/processes.ts'
import { ACCOUNTS } from '../harness/seed.ts'
import { startServer } from '../harness/server-process.ts'
import { median } from '../harness/side-by-side.ts'
import { tidy } from '../harness/tidy.ts'
import { fire } from '../load/fire.ts'
import type { StreamReport, StreamWish } from '../load/stream-process.ts'

const BROADCASTS = 10_000
const OWN = 1_000
const READERS = 300
const STREAMS = 10_000
const CONNECTIONS = 8
const PUBLISHED = 9

const TEXTS = `jsonb_build_object('en', jsonb_build_object('title', 'Message ' || n, 'body', repeat('Some words of it. ', 20)))`
const CATEGORY = `(array['device', 'system', 'app', 'activity'])[1 + n % 4]`

/** On a connection of its own: the server's are given up after a few seconds. */
async function long({ databaseUrl }: Installation, text: string, ...values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(text, values).finally(() => client.end())
}

async function seed(made: Installation, scale: number): Promise<void> {
  await long(
    made,
    `with made as (
       insert into broadcast (published, changed, audience, app, category, texts, starts_at, sender)
       select n, n, 'all', 'portal', ${CATEGORY}, ${TEXTS}, now() - ($1::int - n) * interval '1 minute', 'bench'
         from generate_series(1, $1::int) n)
     update broadcast_version set version = $1::int`,
    Math.round(BROADCASTS * scale),
  )
  // The readers have read half of what was sent to everyone, as people do.
  await long(
    made,
    `with readers as (select uid from session order by handle limit ${READERS}), marked as (
       insert into message_mark (uid, category, version, at)
       select uid, category, $2::int, now() - $2::int * interval '1 minute'
         from readers, unnest(array['device', 'system', 'app', 'activity']) category)
     insert into account_message (uid, handle, app, category, texts, starts_at, read_at, sender)
     select uid, lpad(n::text, 11, '0'), 'portal', ${CATEGORY}, ${TEXTS}, now() - n * interval '1 hour',
            case when n % 2 = 0 then now() end, 'bench'
       from readers, generate_series(1, $1::int) n`,
    Math.round(OWN * scale),
    Math.round((BROADCASTS * scale) / 2),
  )
}

/** Accounts with two messages each. */
const grow = (made: Installation, accounts: number): Promise<void> =>
  long(
    made,
    `with made as (
       insert into account (uid, kind, email, email_verified_at, password_hash)
       select gen_random_uuid(), 'personal', 'more' || n || '@bench.example', now(), 'none' from generate_series(1, $1::int) n
       returning uid)
     insert into account_message (uid, handle, app, category, texts, starts_at, sender)
     select uid, n::text, 'portal', 'app', ${TEXTS}, now(), 'bench' from made, generate_series(1, 2) n`,
    accounts,
  )

export const section: Section = {
  title: `Messages: ${OWN} to an account, ${BROADCASTS} broadcasts, ${CONNECTIONS} connections`,
  async run({ installation, accounts, rounds, seconds, scale }: Context) {
    const made = await installation()
    const { tokens } = await accounts()
    await seed(made, scale)
    await tidy(made.adminUrl)
    const config = readConfig({ NODE_ENV: 'test' }, '/')
    const readers = await made.db.query<{ handle: string }>({
      text: `select handle from session where handle like 'bench%' order by handle limit ${READERS}`,
    })
    const own = readers.rows.map(({ handle }) => tokens[Number(handle.slice('bench'.length)) - 1] ?? '')
    const figures: Figure[] = []
    const publish = (title: string) =>
      sendMessage(
        made.db,
        {
          audience: 'all',
          category: 'app',
          title: { en: title },
          from: null,
          until: null,
          operator: 'bench',
        },
        config,
      )

    const measure = async (accounts: number): Promise<void> => {
      const server = await startServer(made.env)
      const calls = (path: string) =>
        own.map(token => ({ method: 'GET' as const, path, headers: { [TOKEN_HEADER]: token } }))
      for (const [name, path] of [
        ['list', listMessages.path],
        ['count', countMessages.path],
      ] as const) {
        await fire({ url: server.url, connections: CONNECTIONS, seconds: 2, calls: calls(path) })
        const shots = []
        for (let turn = 0; turn < rounds; turn++)
          shots.push(await fire({ url: server.url, connections: CONNECTIONS, seconds, calls: calls(path) }))
        const note = `p99 ${short(median(shots.map(({ p99 }) => p99)))} ms, ${short(median(shots.map(({ rate }) => rate)))}/s`
        figures.push({
          name: `${name}, ${accounts} accounts, p50`,
          value: median(shots.map(({ p50 }) => p50)),
          unit: 'ms',
          note,
        })
      }
      const times: number[] = []
      for (let turn = 0; turn < PUBLISHED; turn++) {
        const began = performance.now()
        await publish(`Published ${turn}`)
        times.push(performance.now() - began)
      }
      figures.push({
        name: `publish to all, ${accounts} accounts`,
        value: median(times),
        unit: 'ms',
        note: 'one row, whatever their number',
      })
      await server.stop()
    }
    await measure(ACCOUNTS)
    const more = Math.round(ACCOUNTS * 9 * scale)
    await grow(made, more)
    await tidy(made.adminUrl)
    await measure(ACCOUNTS + more)

    const server = await startServer(made.env)
    const before = await residentMemory(server.pid)
    const wanted = tokens.slice(0, Math.round(STREAMS * scale))
    const pages = startProgram(new URL('../load/stream-process.ts', import.meta.url))
    const wish: StreamWish = {
      port: Number(new URL(server.url).port),
      path: MESSAGE_STREAM_PATH,
      tokens: wanted,
    }
    pages.child.send(wish)
    const [open] = (await once(pages.child, 'message')) as [StreamReport & { type: 'open' }]
    const held = await residentMemory(server.pid)
    const lasts: number[] = []
    for (let turn = 0; turn < 3; turn++) {
      const title = `To open pages ${turn}`
      const answered = once(pages.child, 'message') as Promise<[StreamReport & { type: 'got' }]>
      const began = Date.now()
      await publish(title)
      const [report] = await answered
      lasts.push(report.last - began)
    }
    await pages.stop()
    await server.stop()
    figures.push(
      { name: `${open.count} pages open`, value: open.took / 1_000, unit: 's', note: 'to open them all' },
      {
        name: 'memory of the server for a page',
        value: ((held - before) * 1_024) / open.count,
        unit: 'kB',
        note: `${short(before)} → ${short(held)} MiB`,
      },
      {
        name: 'a broadcast until the last page has it',
        value: median(lasts),
        unit: 'ms',
        note: `of ${open.count}, from the call that publishes`,
      },
    )
    return figures
  },
}

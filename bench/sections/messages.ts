/**
 * Lists and counts of messages with 1,000 messages per account and 10,000 broadcasts, the same with ten times the
 * accounts, publishing, and a broadcast to open pages. `--scale` reduces all of these numbers.
 */
import { once } from 'node:events'
import { countMessages, listMessages } from '@kerf/contract/endpoints/message'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import { MESSAGE_STREAM_PATH } from '@kerf/contract/messages/message-stream'
import pg from 'pg'
import { sendMessage } from '../../packages/server/src/operations/message/messages.ts'
import { readConfig } from '../../packages/server/src/platform/config/config.ts'
import type { Context, Section } from '../harness/context.ts'
import { type Figure, formatNumber } from '../harness/figures.ts'
import type { Installation } from '../harness/installation.ts'
import { residentMemory } from '../harness/memory.ts'
import { startProgram } from '../harness/processes.ts'
import { ACCOUNTS } from '../harness/seed.ts'
import { startServer } from '../harness/server-process.ts'
import { median } from '../harness/side-by-side.ts'
import { vacuumDatabase } from '../harness/vacuum.ts'
import { runLoad } from '../load/run-load.ts'
import type { StreamReport, StreamRequest } from '../load/stream-process.ts'

const BROADCASTS = 10_000
const MESSAGES_PER_ACCOUNT = 1_000
const READERS = 300
const STREAMS = 10_000
const CONNECTIONS = 8
const PUBLICATIONS = 9

const TEXTS = `jsonb_build_object('en', jsonb_build_object('title', 'Message ' || n, 'body', repeat('Some words of it. ', 20)))`
const CATEGORY = `(array['device', 'system', 'app', 'activity'])[1 + n % 4]`

/** Runs a long statement on its own connection: those of the server have a statement timeout. */
async function runLongStatement(
  { databaseUrl }: Installation,
  text: string,
  ...values: unknown[]
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(text, values).finally(() => client.end())
}

async function seed(installation: Installation, scale: number): Promise<void> {
  await runLongStatement(
    installation,
    `with made as (
       insert into broadcast (published, changed, audience, app, category, texts, starts_at, sender)
       select n, n, 'all', 'portal', ${CATEGORY}, ${TEXTS}, now() - ($1::int - n) * interval '1 minute', 'bench'
         from generate_series(1, $1::int) n)
     update broadcast_version set version = $1::int`,
    Math.round(BROADCASTS * scale),
  )
  // The readers have read half of the broadcasts.
  await runLongStatement(
    installation,
    `with readers as (select uid from session order by handle limit ${READERS}), marked as (
       insert into message_mark (uid, category, version, at)
       select uid, category, $2::int, now() - $2::int * interval '1 minute'
         from readers, unnest(array['device', 'system', 'app', 'activity']) category)
     insert into account_message (uid, handle, app, category, texts, starts_at, read_at, sender)
     select uid, lpad(n::text, 11, '0'), 'portal', ${CATEGORY}, ${TEXTS}, now() - n * interval '1 hour',
            case when n % 2 = 0 then now() end, 'bench'
       from readers, generate_series(1, $1::int) n`,
    Math.round(MESSAGES_PER_ACCOUNT * scale),
    Math.round((BROADCASTS * scale) / 2),
  )
}

/** Adds accounts with two messages each. */
const addAccounts = (installation: Installation, accounts: number): Promise<void> =>
  runLongStatement(
    installation,
    `with made as (
       insert into account (uid, kind, email, email_verified_at, password_hash)
       select gen_random_uuid(), 'personal', 'more' || n || '@bench.example', now(), 'none' from generate_series(1, $1::int) n
       returning uid)
     insert into account_message (uid, handle, app, category, texts, starts_at, sender)
     select uid, n::text, 'portal', 'app', ${TEXTS}, now(), 'bench' from made, generate_series(1, 2) n`,
    accounts,
  )

export const section: Section = {
  title: `Messages: ${MESSAGES_PER_ACCOUNT} per account, ${BROADCASTS} broadcasts, ${CONNECTIONS} connections`,
  async run({ installation, accounts, rounds, seconds, scale }: Context) {
    const created = await installation()
    const { tokens } = await accounts()
    await seed(created, scale)
    await vacuumDatabase(created.adminUrl)
    const config = readConfig({ NODE_ENV: 'test' }, '/')
    const readers = await created.db.query<{ handle: string }>({
      text: `select handle from session where handle like 'bench%' order by handle limit ${READERS}`,
    })
    const readerTokens = readers.rows.map(
      ({ handle }) => tokens[Number(handle.slice('bench'.length)) - 1] ?? '',
    )
    const figures: Figure[] = []
    const publish = (title: string) =>
      sendMessage(
        created.db,
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
      const server = await startServer(created.env)
      const calls = (path: string) =>
        readerTokens.map(token => ({ method: 'GET' as const, path, headers: { [TOKEN_HEADER]: token } }))
      for (const [name, path] of [
        ['list', listMessages.path],
        ['count', countMessages.path],
      ] as const) {
        await runLoad({ url: server.url, connections: CONNECTIONS, seconds: 2, calls: calls(path) })
        const results = []
        for (let round = 0; round < rounds; round++)
          results.push(
            await runLoad({ url: server.url, connections: CONNECTIONS, seconds, calls: calls(path) }),
          )
        const note = `p99 ${formatNumber(median(results.map(({ p99 }) => p99)))} ms, ${formatNumber(median(results.map(({ rate }) => rate)))}/s`
        figures.push({
          name: `${name}, ${accounts} accounts, p50`,
          value: median(results.map(({ p50 }) => p50)),
          unit: 'ms',
          note,
        })
      }
      const times: number[] = []
      for (let round = 0; round < PUBLICATIONS; round++) {
        const start = performance.now()
        await publish(`Published ${round}`)
        times.push(performance.now() - start)
      }
      figures.push({
        name: `publish to all, ${accounts} accounts`,
        value: median(times),
        unit: 'ms',
        note: 'one row for any number of accounts',
      })
      await server.stop()
    }
    await measure(ACCOUNTS)
    const added = Math.round(ACCOUNTS * 9 * scale)
    await addAccounts(created, added)
    await vacuumDatabase(created.adminUrl)
    await measure(ACCOUNTS + added)

    const server = await startServer(created.env)
    const memoryBefore = await residentMemory(server.pid)
    const streamTokens = tokens.slice(0, Math.round(STREAMS * scale))
    const pages = startProgram(new URL('../load/stream-process.ts', import.meta.url))
    const request: StreamRequest = {
      port: Number(new URL(server.url).port),
      path: MESSAGE_STREAM_PATH,
      tokens: streamTokens,
    }
    pages.child.send(request)
    const [open] = (await once(pages.child, 'message')) as [StreamReport & { type: 'open' }]
    const memoryWithStreams = await residentMemory(server.pid)
    const lastReceived: number[] = []
    for (let round = 0; round < 3; round++) {
      const title = `To open pages ${round}`
      const received = once(pages.child, 'message') as Promise<[StreamReport & { type: 'received' }]>
      const start = Date.now()
      await publish(title)
      const [report] = await received
      lastReceived.push(report.last - start)
    }
    await pages.stop()
    await server.stop()
    figures.push(
      {
        name: `${open.count} pages open`,
        value: open.elapsedMs / 1_000,
        unit: 's',
        note: 'until all are open',
      },
      {
        name: 'server memory per open page',
        value: ((memoryWithStreams - memoryBefore) * 1_024) / open.count,
        unit: 'kB',
        note: `${formatNumber(memoryBefore)} → ${formatNumber(memoryWithStreams)} MiB`,
      },
      {
        name: 'broadcast until the last page has it',
        value: median(lastReceived),
        unit: 'ms',
        note: `${open.count} pages; from the publishing call`,
      },
    )
    return figures
  },
}

/** Calls that run while an account is erased store nothing for it (S-079, S-080). */
import { readAllMessages, readMessages, setMessageSetting } from '@kerf/contract/endpoints/message'
import pg from 'pg'
import { expect, test } from 'vitest'
import { eraseAccount } from '../../src/identity/erasure/erase-account.ts'
import { waitForBlocked } from '../account-center/fixtures.ts'
import { useTestServer } from '../support/test-server.ts'
import { newReader, openStream, send } from './helpers.ts'

const server = await useTestServer()

const TABLES = ['account_app', 'account_message', 'broadcast_read', 'message_mark', 'message_muted']

test.each<[string, (uid: string, token: string, broadcast: string) => Promise<unknown>]>([
  ['reading a message', (_, token, broadcast) => server.call(readMessages, { ids: [broadcast] }, { token })],
  ['reading all messages', (_, token) => server.call(readAllMessages, {}, { token })],
  [
    'changing a setting',
    (_, token) =>
      server.call(setMessageSetting, { appCode: 'portal', key: 'app', enabled: false }, { token }),
  ],
  [
    'opening a stream',
    async (_, token) => (await openStream(server, token, { query: '?appCode=creative' })).close(),
  ],
  ['publishing a message', uid => send(server, { audience: `uid:${uid}` }).catch(() => undefined)],
])('stores nothing during the erasure: %s', async (_, act) => {
  const broadcast = await send(server, {})
  const { uid, token } = await newReader(server)
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    expect(await eraseAccount({ query: config => client.query(config) }, uid)).toBe(true)
    const acting = act(uid, token, broadcast)
    await waitForBlocked(server)
    await client.query('commit')
    await acting
  } finally {
    await client.end()
  }
  for (const table of TABLES)
    expect(await server.sql(`select 1 from ${table} where uid = $1`, uid)).toEqual([])
})

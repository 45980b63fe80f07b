/** A deletion and an archive cover every table that refers to accounts (S-080). */
import { expect, test } from 'vitest'
import { EXPORTED_TABLES } from '../../src/identity/data-export/export-store.ts'
import { ERASED_TABLES } from '../../src/identity/erasure/erasure-store.ts'
import { listTables as listRegister } from '../../src/tables/register.ts'
import { useTestServer } from '../support/test-server.ts'
import { listTables } from './scan-storage.ts'

const server = await useTestServer()

test('lists every table with a uid as erased or as kept', async () => {
  const found = (await listTables(server)).filter(({ has_uid }) => has_uid).map(({ name }) => name)
  const listed = listRegister(({ erasure }) => erasure !== undefined).map(name => `public.${name}`)
  expect([...listed].sort()).toEqual(found)
})

test('has no account reference in a column of another name', async () => {
  // Analytics events have the analytics id only. A job deletes them with the account.
  const columns = await server.sql<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name <> 'uid' and table_name !~ '^(tracking_event|citus_)'
        and (udt_name = 'uuid' or column_name ~ '(^|_)(uid|user|owner|person|account|email|phone)(_|$)')
      order by 1`,
  )
  // Columns of the account table, and a label of its sessions.
  expect(columns.map(({ name }) => name)).toEqual([
    'account.analytics_id',
    'account.email',
    'account.email_verified_at',
    'account.user_name',
    // The account that a merge leaves. Without it the merge ends, and its row is deleted.
    'account_merge.target',
    // Of tables with a uid.
    'former_email.email',
    // A time, and the address of an invitation, which is deleted a day after its end.
    'machine.owner_since',
    'machine_invitation.email',
    // Ids of mails.
    'mail_delivery.id',
    'mail_suppression.mail',
    'mailbox_change.email',
    // A hash that counts for an hour.
    'operator_view.person',
    'second_email.email',
    'session.user_agent',
  ])
})

test('lists every table with a uid as exported or as withheld', async () => {
  const found = (await listTables(server)).filter(({ has_uid }) => has_uid).map(({ name }) => name)
  const listed = listRegister(row => row.export !== undefined)
  expect(listed.map(name => `public.${name}`).sort()).toEqual(found)
})

test('lists every column of an exported table as exported or as withheld', async () => {
  const columns = await server.sql<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = any($1) and (column_name <> 'uid' or table_name = 'account')`,
    Object.keys(EXPORTED_TABLES),
  )
  const listed = Object.entries(EXPORTED_TABLES).flatMap(([table, entry]) =>
    [...entry.columns, ...Object.keys(entry.withheld ?? {})].map(column => `${table}.${column}`),
  )
  expect(listed.sort()).toEqual(columns.map(({ name }) => name).sort())
})

test('deletes the account row last, so that its lock is held until the end', () => {
  expect(ERASED_TABLES.at(-1)).toBe('account')
})

/** A deletion is atomic, also if the server is killed (S-078). */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { deleteAccount } from '@kerf/contract/endpoints/erasure'
import pg from 'pg'
import { expect, test } from 'vitest'
import { seedPerson } from '../support/accounts.ts'
import { createCall } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'
import { useFolder } from '../support/use-folder.ts'
import { requestOwnCode, setAvatar, signInToken, waitForBlocked } from './fixtures.ts'
import { readAccountRows } from './scan-storage.ts'

const files = useFolder('files')
const server = await useTestServer({ processes: 1, env: { FILE_STORE: files } })

test('deletes nothing if killed in the middle, and everything if killed after the answer', async () => {
  const [process] = server.processes
  if (!process) throw new Error('no process')
  const person = await seedPerson(server)
  const token = await signInToken(server, person)
  const address = await setAvatar(server, token)
  const file = join(files, 'headpic', address.split('/').at(-1) ?? '')
  const code = await requestOwnCode(server, token, person, 'delete')
  const input = { ...code, confirm: true } as const

  // A lock on a row of a table that is deleted late stops the deletion half-way.
  const before = await readAccountRows(server, person.uid)
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query('select from sign_in_record where uid = $1 for update', [person.uid])
  const broken = server.call(deleteAccount, input, { token }).then(
    () => 'answered',
    () => 'broken off',
  )
  await waitForBlocked(server)
  await process.kill()
  expect(await broken).toBe('broken off')
  await client.query('rollback')
  await client.end()
  // PostgreSQL notices the closed connection at its next write to it.
  await server.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and application_name = 'kerf'`,
  )
  const after = await readAccountRows(server, person.uid)
  expect(after).toEqual(before)
  expect(existsSync(file)).toBe(true)

  // The job that removes the picture is delayed, so that the process is killed before it runs.
  await server.sql(
    `create function put_off() returns trigger language plpgsql as $$
     begin new.run_at = now() + interval '1 hour'; return new; end $$`,
  )
  await server.sql(
    `create trigger put_off before insert on graphile_worker._private_jobs for each row execute function put_off()`,
  )
  const second = await server.spawn()
  const call = createCall([second.url])
  expect((await call(deleteAccount, input, { token })).code).toBe(0)
  await second.kill()
  const left = await readAccountRows(server, person.uid)
  const tables = Object.keys(left).filter(name => left[name]?.length)
  expect(tables.sort()).toEqual(['public.audit_event', 'public.deleted_account'])
  expect(existsSync(file)).toBe(true)
  await server.sql('drop trigger put_off on graphile_worker._private_jobs')
  await server.sql('update graphile_worker._private_jobs set run_at = now()')
  await server.spawn()
  await expect.poll(() => existsSync(file)).toBe(false)
})

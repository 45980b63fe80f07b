import { expect, test } from 'vitest'
import { CREATE_ACME, runJson, sql, useDatabase } from '../database-fixture.ts'

useDatabase()

test('shows an account by user ID and by enterprise account ID, without credentials', async () => {
  const { uid } = await runJson(CREATE_ACME)
  for (const who of [uid, 'ACME-01']) {
    const shown = await runJson(['user', 'show', who])
    expect(shown).toMatchObject({
      uid,
      kind: 'enterprise',
      status: 'active',
      hasPassword: true,
      sessions: 0,
      lastSignIn: null,
    })
    expect(JSON.stringify(shown)).not.toMatch(/argon2|hash/)
  }
  const [row] = await sql(`select operator, uid from audit_event where event = 'user.show' limit 1`)
  expect(row).toEqual({ operator: 'lin', uid })
})

test('finds a personal account by any spelling of its address and shows its active sessions and last sign-in', async () => {
  const uid = '11111111-1111-4111-8111-111111111111'
  await sql(
    `insert into account (uid, kind, email, email_verified_at) values ($1, 'personal', 'Ada@Example.com', now())`,
    [uid],
  )
  await sql(`insert into sign_in_identifier values ('email', 'ada@example.com', $1)`, [uid])
  await sql(
    `insert into session (uid, handle, token_hash, remember, method, last_seen) values
     ($1, 'a', 'a', false, 'password', now()), ($1, 'b', 'b', false, 'password', now() - interval '25 hours'),
     ($1, 'c', 'c', true, 'password', now() - interval '25 hours')`,
    [uid],
  )
  await sql(`insert into sign_in_record (uid, method, session, place) values ($1, 'password', 'a', 'DE')`, [
    uid,
  ])
  expect((await runJson(['user', 'show', uid])).secondEmail).toBeNull()
  await sql(
    `insert into second_email (uid, email, canonical, counts_from) values ($1, 'Ada@home.example', 'ada@home.example', now())`,
    [uid],
  )
  const shown = await runJson(['user', 'show', 'ADA@example.COM'])
  expect(shown).toMatchObject({
    uid,
    secondEmail: 'A***@h***.example',
    sessions: 2,
    hasPassword: false,
    lastSignIn: { method: 'password', place: 'DE' },
  })
})

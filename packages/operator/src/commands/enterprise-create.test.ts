import { expect, test } from 'vitest'
import { CREATE_ACME, run, runJson, sql, useDatabase } from '../database-fixture.ts'

useDatabase()

test('creates a strong default password, shows it once and stores its hash', async () => {
  const created = await runJson(CREATE_ACME)
  expect(Object.keys(created).sort()).toEqual(['account', 'password', 'uid'])
  expect(created.password).toMatch(/^[0-9a-hjkmnp-tv-z]{6}-[0-9a-hjkmnp-tv-z]{6}-[0-9a-hjkmnp-tv-z]{5}$/)
  const [row] = await sql('select * from account where uid = $1', [created.uid])
  expect(row).toMatchObject({
    kind: 'enterprise',
    enterprise_id: 'Acme-01',
    user_name: 'Acme 激光',
    default_password: true,
    password_hash: expect.stringContaining('$argon2id$v=19$'),
  })
  expect(await sql('select kind, value from sign_in_identifier')).toEqual([
    { kind: 'account', value: 'acme-01' },
  ])

  const again = await run([
    'enterprise',
    'create',
    '--account',
    'ACME-01',
    '--email',
    'a@b.example',
    '--name',
    'Other',
  ])
  expect(again).toMatchObject({ code: 1, out: '' })
  expect(again.err).toContain('taken')
  const audit = JSON.stringify(await sql('select * from audit_event'))
  expect(audit).not.toContain(created.password)
  expect(audit).not.toContain('ops@acme')
})

test.each([
  ['--account', 'a b'],
  ['--account', 'x'],
  ['--email', 'nobody'],
  ['--email', 'a@b.example,c@d.example'],
  ['--name', 'reversed \u202etext'],
  ['--lang', 'fr'],
])('rejects %s %j', async (name, value) => {
  const { code, out } = await run([...CREATE_ACME, name, value])
  expect(code).toBeGreaterThan(0)
  expect(out).toBe('')
  expect(await sql('select 1 from account')).toEqual([])
})

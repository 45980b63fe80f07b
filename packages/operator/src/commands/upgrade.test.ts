import { expect, test } from 'vitest'
import { runAsAdmin } from '../../../server/test/support/admin-connection.ts'
import { env, run, runJson, useDatabase } from '../database-fixture.ts'

useDatabase()

const asOwner = (text: string) => runAsAdmin(env.DATABASE_URL ?? '', text)

test('reports an up-to-date schema, and changes nothing', async () => {
  expect(await runJson(['upgrade', 'check'])).toMatchObject({
    pending: [],
    newer: [],
    changed: [],
    whileServing: true,
  })
  expect(await runJson(['migrate', '--dry-run'])).toEqual({ applied: [], pending: [] })
  expect(await runJson(['migrate'])).toEqual({ applied: [], pending: [] })
  expect((await run(['upgrade', 'check'])).out).toBe('The schema is up to date.')
})

test('tells what pending migrations do before `kerf migrate` applies them', async () => {
  await asOwner(`delete from migration where name like '045-%' or name like '046-%'`)
  await asOwner(`comment on table migration is 'of an older version'`)
  const names = ['045-headpic-unused.sql', '046-headpic-unused-index.sql']
  expect((await run(['migrate', '--dry-run'])).out).toBe(`Pending: ${names.join(', ')}`)
  const plan = await runJson(['upgrade', 'check'])
  expect(plan).toMatchObject({ whileServing: true, changed: [] })
  expect(plan.pending).toMatchObject([
    { name: names[0], steps: [{ action: 'changes the definition of headpic_file', lock: 'moment' }] },
    { name: names[1], steps: [{ action: 'builds an index of headpic_file beside calls', lock: 'none' }] },
  ])
  expect((await run(['upgrade', 'check'])).out).toContain('They can run while servers serve.')
  expect(await runJson(['migrate'])).toEqual({ applied: names, pending: [] })
  expect((await runJson(['upgrade', 'check'])).pending).toEqual([])
})

test('names migrations of a newer version, and refuses one that was changed', async () => {
  await asOwner(`insert into migration (name, hash) values ('999-next.sql', 'x')`)
  const { code, out } = await run(['upgrade', 'check'])
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringContaining('by a newer version (999-next.sql)'),
  })
  await asOwner(`update migration set hash = 'other' where name like '001-%'`)
  const refused = await run(['upgrade', 'check'])
  expect({ code: refused.code, out: refused.out }).toEqual({
    code: 1,
    out: expect.stringContaining('Changed after they were applied: 001-sign-in.sql'),
  })
})

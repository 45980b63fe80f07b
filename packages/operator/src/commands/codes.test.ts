import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataDir, run, runJson, sql, useDatabase } from '../database-fixture.ts'

useDatabase()

const BENEFIT = ['benefit', 'create', '--name-en', 'Pro year', '--name-zh', '专业版一年', '--days', '365']
const newBenefit = async (): Promise<string> => (await runJson(BENEFIT)).id

async function listFile(...lines: string[]): Promise<string> {
  const path = join(dataDir, 'codes.txt')
  await writeFile(path, lines.join('\r\n'))
  return path
}

test('creates and lists benefits', async () => {
  const created = await runJson(BENEFIT)
  expect(created).toEqual({
    id: expect.stringMatching(/^ben_[\w-]{16}$/),
    nameEn: 'Pro year',
    nameZh: '专业版一年',
    days: 365,
    apps: [],
    createdAt: expect.any(Number),
    retiredAt: null,
  })
  const endless = await runJson([...BENEFIT.slice(0, -1), '0'])
  expect(await runJson(['benefit', 'list'])).toEqual([created, endless])
})

test('edits names and apps of a benefit, never its days', async () => {
  const id = await newBenefit()
  const app = ['app', 'create', '--code', 'creative', '--name', 'X', '--origin', 'https://app.example']
  await runJson(app)
  const edit = (...words: string[]) => runJson(['benefit', 'edit', id, ...words])
  expect(await edit('--name-en', 'Pro plan', '--app', 'creative')).toMatchObject({
    ...{ id, nameEn: 'Pro plan', nameZh: '专业版一年', days: 365, apps: ['creative'] },
  })
  expect(await edit('--all-apps', '--name-zh', '专业版')).toMatchObject({
    ...{ nameEn: 'Pro plan', nameZh: '专业版', apps: [] },
  })
  for (const words of [
    [],
    ['--name-en', ' '],
    ['--app', 'nobody'],
    ['--days', '1'],
    ['--all-apps', '--app', 'creative'],
  ])
    expect((await run(['benefit', 'edit', id, ...words])).code).toBeGreaterThan(0)
  expect((await run(['benefit', 'edit', 'ben_nobody', '--all-apps'])).err).toContain('ben_nobody')
})

test('no codes are created for a retired benefit', async () => {
  const id = await newBenefit()
  const codes = ['codes', 'create', '--benefit', id, '--count', '1']
  await runJson(codes)
  expect((await run(['benefit', 'retire', id], {}, 'n')).code).toBe(1)
  expect(await runJson(['benefit', 'retire', id, '--yes'])).toMatchObject({
    id,
    retiredAt: expect.any(Number),
  })
  expect(await run(codes)).toMatchObject({ code: 1, err: expect.stringContaining('retired') })
  expect((await run(['benefit', 'retire', id, '--yes'])).err).toContain('is retired')
  expect(await sql('select 1 from redemption_code where revoked_at is not null')).toEqual([])
})

test('rejects benefits with wrong values', async () => {
  const wrongValues = [
    ['--days', '-1'],
    ['--days', '1.5'],
    ['--days', '99999'],
    ['--days', ''],
    ['--name-en', ' '],
    ['--name-zh', 'x'.repeat(101)],
    ['--app', 'nobody'],
  ]
  for (const words of wrongValues) {
    const { code, out } = await run([...BENEFIT, ...words])
    expect({ words, refused: code > 0, out }).toEqual({ words, refused: true, out: '' })
  }
  expect(await sql('select 1 from benefit')).toEqual([])
})

test('creates random codes, shows them once and stores hashes', async () => {
  const benefit = await newBenefit()
  const created: { code: string }[] = await runJson([
    ...['codes', 'create', '--benefit', benefit],
    ...['--count', '200', '--expires', '2031-05-17'],
  ])
  expect(new Set(created.map(({ code }) => code)).size).toBe(200)
  for (const code of created) {
    expect(Object.keys(code)).toEqual(['code'])
    expect(code.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
  }
  // All 32 symbols are about equally frequent: 100 times each on average.
  const counts = Map.groupBy(
    created.flatMap(({ code }) => [...code]),
    symbol => symbol,
  )
  expect(counts.size).toBe(32)
  for (const found of counts.values()) expect(found.length).toBeGreaterThan(50)
  const stored = JSON.stringify(
    await sql("select encode(hash, 'escape') as hash, c.* from redemption_code c"),
  )
  for (const { code } of created) expect(stored).not.toContain(code)
  const [batch] = await runJson(['codes', 'list'])
  expect(batch).toMatchObject({
    benefit,
    nameEn: 'Pro year',
    origin: 'created',
    count: 200,
    redeemed: 0,
    expiresAt: Date.UTC(2031, 4, 18) / 1000,
    revokedAt: null,
    operator: 'lin',
    confirmedBy: null,
  })
  const [audit] = await sql(`select operator, detail from audit_event where event = 'codes.created'`)
  expect(audit).toEqual({ operator: 'lin', detail: { batch: batch.batch, benefit, count: 200 } })
})

test('rejects codes with wrong values', async () => {
  const benefit = await newBenefit()
  const wrongValues = [
    ['--count', '0'],
    ['--count', 'many'],
    ['--count', '1000001'],
    ['--expires', '2031-02-29'],
    ['--expires', '17.5.2031'],
    ['--benefit', 'ben_nobody'],
  ]
  for (const words of wrongValues) {
    const { code, out } = await run(['codes', 'create', '--benefit', benefit, '--count', '1', ...words])
    expect({ words, refused: code > 0, out }).toEqual({ words, refused: true, out: '' })
  }
  expect(await sql('select 1 from code_batch')).toEqual([])
})

test('imports all codes or none, and no message contains a code', async () => {
  const benefit = await newBenefit()
  const words = async (...lines: string[]) => [
    'codes',
    'import',
    '--benefit',
    benefit,
    '--file',
    await listFile(...lines),
  ]
  const good = await words('abcd-efgh-jkmn-0001', '', 'ABCDEFGHJKMN0002')
  expect(await runJson(good)).toEqual({ batch: expect.stringMatching(/^bat_/), imported: 2 })
  const again = await run(await words('ABCD EFGH JKMN 0003', 'ABCDEFGHJKMN0001'))
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('already exist')])
  const twice = await run(await words('ABCDEFGHJKMN0O04', 'ABCDEFGHJKMN0004'))
  expect([twice.code, twice.err]).toEqual([
    1,
    expect.stringContaining('Line 2 means the same code as line 1'),
  ])
  const broken = await run(await words('ABCDEFGHJKMN0005', 'SECRETSECRET'))
  expect([broken.code, broken.err]).toEqual([1, expect.stringContaining('Line 2')])
  expect(broken.err).not.toContain('SECRET')
  expect(await sql('select count(*)::int as codes from redemption_code')).toEqual([{ codes: 2 }])
  expect((await run([...good.slice(0, -1), join(dataDir, 'none.txt')])).code).toBe(2)
})

test('revokes single codes and batches; the export shows the state of each code', async () => {
  const benefit = await newBenefit()
  const created: { code: string }[] = await runJson(['codes', 'create', '--benefit', benefit, '--count', '3'])
  const [{ batch }] = await runJson(['codes', 'list', '--benefit', benefit])
  await sql('update redemption_code set redeemed_at = now() where number = 1')
  const one = [
    'codes',
    'revoke',
    '--reason',
    'leaked',
    '--file',
    await listFile(created[1]?.code ?? ''),
    '--yes',
  ]
  expect(await runJson(one)).toEqual({ revoked: 1 })
  const statuses = async () =>
    (await runJson(['codes', 'export', '--batch', batch])).map(({ status }: { status: string }) => status)
  expect(await statuses()).toEqual(['redeemed', 'revoked', 'unused'])
  expect((await run(['codes', 'revoke', '--reason', 'leaked', '--batch', batch], {}, 'n')).code).toBe(1)
  expect(await statuses()).toEqual(['redeemed', 'revoked', 'unused'])
  expect(await runJson(['codes', 'revoke', '--reason', 'leaked', '--batch', batch, '--yes'])).toEqual({
    revoked: 2,
  })
  expect(await statuses()).toEqual(['redeemed', 'revoked', 'revoked'])
  const out = (await run(['codes', 'export', '--batch', batch])).out
  for (const { code } of created) expect(out).not.toContain(code)
  for (const words of [['--batch', 'bat_none'], [], ['--batch', batch, '--file', 'x']])
    expect((await run(['codes', 'revoke', '--reason', 'leaked', ...words, '--yes'])).code).toBeGreaterThan(0)
})

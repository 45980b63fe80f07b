/** Every command of the help: the row it leaves in the record, with who did it, or why it leaves none. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMMANDS } from './commands.ts'
import { ACME, dataDir, newKey, run, runJson, sql } from './kerf-fixture.ts'

const ADA = '11111111-1111-4111-8111-111111111111'
const SN = 'KLW1200AB0123456789CDEF'

/** Asked in this order; a later one may use what an earlier one made. */
const LEAVES = {
  'user show': 'user.show',
  'user sessions': 'user.sessions',
  'user restrict': 'user.restrict',
  'user unrestrict': 'user.unrestrict',
  'user ban': 'user.ban',
  'user unban': 'user.unban',
  'enterprise create': 'enterprise.create',
  'enterprise list': 'enterprise.list',
  'enterprise disable': 'user.ban',
  'enterprise enable': 'user.unban',
  'enterprise reset': 'enterprise.reset',
  'app create': 'app.create',
  'app list': 'app.list',
  'app origins': 'app.origins',
  'app rotate': 'app.rotate',
  'webhook set': 'webhook.set',
  'webhook list': 'webhook.list',
  'webhook remove': 'webhook.remove',
  'benefit create': 'benefit.create',
  'benefit list': 'benefit.list',
  'codes create': 'codes.created',
  'codes import': 'codes.imported',
  'codes list': 'codes.list',
  'codes export': 'codes.export',
  'codes revoke': 'codes.revoke',
  'device import': 'device.import',
  'device provision': 'device.provision',
  'device verify': 'device.verify',
  'device rotate-key': 'device.rotate_key',
  'message send': 'message.send',
  'message schedule': 'message.send',
  'message list': 'message.list',
  'message revoke': 'message.revoke',
  'announcement publish': 'announcement.publish',
  'announcement revoke': 'announcement.revoke',
  'ip ban': 'ip.ban',
  'ip list': 'ip.list',
  'ip unban': 'ip.unban',
  audit: 'audit.read',
  'user delete': 'user.delete',
  backup: 'backup.create',
  'deletions replay': 'deletions.replay',
  'key rotate': 'key.rotate',
} as const

const LEAVES_NOTHING: Readonly<Record<string, string>> = {
  doctor: 'looks at the installation, at nobody',
  restore: 'this database is in use; the row it leaves in a new one is looked at in backup.test.ts',
  'announcement list': 'what everybody may read',
  stats: 'sums that name nobody',
  'event list': 'names nobody',
}

type Name = keyof typeof LEAVES

test('every command is accounted for, once', () => {
  const told = [...Object.keys(LEAVES), ...Object.keys(LEAVES_NOTHING)].sort()
  expect(told).toEqual(COMMANDS.map(({ path }) => path.join(' ')).sort())
})

test('each row is there when the command has ended, and names the operator', {
  timeout: 60_000,
}, async () => {
  await sql(
    `with i as (insert into sign_in_identifier (kind, value, uid) values ('email', 'ada@example.com', $1))
     insert into account (uid, kind, email, email_verified_at) values ($1, 'personal', 'ada@example.com', now())`,
    [ADA],
  )
  const file = async (name: string, line: string): Promise<string> => {
    const path = join(dataDir, name)
    await writeFile(path, `${line}\n`)
    return path
  }
  const texts = ['--title-en', 'Hello', '--title-zh', '你好', '--body-en', 'Hello', '--body-zh', '你好']
  const message = ['--audience', 'all', '--category', 'system', ...texts]
  const later = new Date(Date.now() + 3600_000).toISOString().slice(0, 19)
  const made: Record<string, { id?: string; clientId?: string; batch?: string }> = {}
  const words: Record<Name, () => readonly string[] | Promise<readonly string[]>> = {
    'user show': () => [ADA],
    'user sessions': () => [ADA],
    'user restrict': () => [ADA],
    'user unrestrict': () => [ADA],
    'user ban': () => [ADA],
    'user unban': () => [ADA],
    'user delete': () => [ADA],
    'enterprise create': () => ACME.slice(2),
    'enterprise list': () => [],
    'enterprise disable': () => ['Acme-01'],
    'enterprise enable': () => ['Acme-01'],
    'enterprise reset': () => ['Acme-01'],
    'app create': () => ['--code', 'creative', '--name', 'X', '--origin', 'https://app.example'],
    'app list': () => [],
    'app origins': () => [made['app create']?.clientId ?? '', '--origin', 'https://two.example'],
    'app rotate': () => [made['app create']?.clientId ?? ''],
    'webhook set': () => [made['app create']?.clientId ?? '', '--url', 'https://two.example/x'],
    'webhook list': () => [],
    'webhook remove': () => [made['app create']?.clientId ?? ''],
    'benefit create': () => ['--name-en', 'Birch', '--name-zh', '桦木', '--days', '30'],
    'benefit list': () => [],
    'codes create': () => ['--benefit', made['benefit create']?.id ?? '', '--count', '1'],
    'codes import': async () => [
      '--benefit',
      made['benefit create']?.id ?? '',
      '--file',
      await file('codes', 'ABCDEFGH23456789'),
    ],
    'codes list': () => [],
    'codes export': async () => ['--batch', (await runJson(['codes', 'list']))[0]?.batch ?? ''],
    'codes revoke': async () => ['--batch', (await runJson(['codes', 'list']))[0]?.batch ?? ''],
    'device import': async () => ['--file', await file('serials', SN)],
    'device provision': () => ['--sn', SN],
    'device verify': () => ['--sn', SN, '--light-source', '1200W', '--password', '12345678'],
    'device rotate-key': () => [],
    'message send': () => message,
    'message schedule': () => [...message, '--from', `${later}Z`],
    'message list': () => ['--account', ADA],
    'message revoke': () => [made['message send']?.id ?? ''],
    'announcement publish': () => texts,
    'announcement revoke': () => [made['announcement publish']?.id ?? ''],
    'ip ban': () => ['203.0.113.0/24'],
    'ip list': () => [],
    'ip unban': () => ['203.0.113.0/24'],
    audit: () => ['--uid', ADA],
    backup: () => [join(dataDir, 'all.kerf')],
    'deletions replay': () => [],
    'key rotate': () => [],
  }
  const missing: string[] = []
  for (const [name, event] of Object.entries(LEAVES) as [Name, string][]) {
    const asks = COMMANDS.find(({ path }) => path.join(' ') === name)?.asks ? ['--yes'] : []
    const line = [...name.split(' '), ...(await words[name]()), ...asks, '--json']
    const [last] = await sql('select coalesce(max(id), 0)::text as id from audit_event')
    const { out, err } = await run(line, { KERF_MASTER_KEY_NEW: newKey() })
    try {
      made[name] = JSON.parse(out)
    } catch {
      missing.push(`${name} does not answer: ${err}`)
      continue
    }
    const rows = await sql('select event, operator from audit_event where id > $1::bigint', [last?.id])
    if (!rows.some(row => row.event === event && row.operator === 'lin'))
      missing.push(`${name}: ${rows.map(row => `${row.event} by ${row.operator}`).join(', ')}`)
  }
  expect(missing).toEqual([])
})

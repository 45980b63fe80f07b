/** Every command: the audit event it writes with the operator's name, or the reason why it writes none. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OPERATIONS } from '@kerf/server/operations/index'
import { expect, test } from 'vitest'
import { newKey } from './cli-fixture.ts'
import { CREATE_ACME, dataDir, run, runJson, sql, useDatabase } from './database-fixture.ts'
import { commandPath, createProgram, leafCommands } from './program.ts'

useDatabase()

const ADA = '11111111-1111-4111-8111-111111111111'
const WHY = ['--case', '1', '--reason', 'identity card shown']
const SN = 'KLW1200AB0123456789CDEF'

/** Run in this order: later commands use what earlier ones created. */
const AUDITED = {
  'operator invite': 'operator.invite',
  'operator list': 'operator.list',
  'operator edit': 'operator.edit',
  'operator confirm': 'operator.confirm',
  'operator passkeys': 'operator.passkey_list',
  'operator remove-passkey': 'operator.passkey_remove',
  'operator remove': 'operator.remove',
  'operator token create': 'operator.token_create',
  'operator token list': 'operator.token_list',
  'operator token revoke': 'operator.token_revoke',
  'approval list': 'approval.list',
  'approval show': 'approval.show',
  'approval reject': 'approval.reject',
  find: 'user.find',
  explain: 'user.explain',
  'user find': 'user.find',
  'user history': 'user.history',
  'user note': 'user.note',
  'user unlock': 'user.unlock',
  'user limits show': 'user.limits',
  'user limits lift': 'user.limits_lifted',
  'user show': 'user.show',
  'user reveal': 'user.reveal',
  'user sessions': 'user.sessions',
  'user machines': 'user.machines',
  'user export': 'user.export',
  'user restrict': 'user.restrict',
  'user unrestrict': 'user.unrestrict',
  'user factors': 'user.factors',
  'user reset-factor': 'user.factor_reset',
  'user ban': 'user.ban',
  'user unban': 'user.unban',
  'enterprise create': 'enterprise.create',
  'enterprise list': 'enterprise.list',
  'enterprise edit': 'enterprise.edit',
  'enterprise disable': 'user.ban',
  'enterprise enable': 'user.unban',
  'enterprise reset': 'enterprise.reset',
  'app create': 'app.create',
  'app list': 'app.list',
  'app show': 'app.show',
  'app origins': 'app.origins',
  'app addresses': 'app.addresses',
  'app edit': 'app.edit',
  'app access': 'app.access',
  'app logo': 'app.logo',
  'app keys': 'app.keys',
  'app rotate': 'app.rotate',
  'webhook set': 'webhook.set',
  'webhook list': 'webhook.list',
  'webhook rotate': 'webhook.rotate',
  'webhook test': 'webhook.test',
  'webhook deliveries': 'webhook.deliveries',
  'webhook replay': 'webhook.replay',
  'webhook remove': 'webhook.remove',
  'app remove': 'app.remove',
  'benefit create': 'benefit.create',
  'benefit list': 'benefit.list',
  'benefit edit': 'benefit.edit',
  'benefit give': 'benefit.give',
  'benefit take': 'benefit.take',
  'redemption list': 'redemption.list',
  'codes create': 'codes.created',
  'codes import': 'codes.imported',
  'codes list': 'codes.list',
  'codes show': 'codes.show',
  'codes export': 'codes.export',
  'codes revoke': 'codes.revoke',
  'benefit retire': 'benefit.retire',
  'device import': 'device.import',
  'device provision': 'device.provision',
  'device require': 'device.require',
  'machine rule': 'device.require',
  'device show': 'device.show',
  'device verify': 'device.verify',
  'device rotate-key': 'device.rotate_key',
  'machine show': 'machine.show',
  'machine requests': 'machine.requests',
  'machine distrust': 'machine.distrust',
  'certificate revoke': 'certificate.revoke',
  'certificate restore': 'certificate.restore',
  'certificate find': 'certificate.find',
  'certificate resend': 'certificate.resend',
  'message send': 'message.send',
  'message schedule': 'message.send',
  'message list': 'message.list',
  'message readers': 'message.readers',
  'message recall': 'message.recall',
  'message revoke': 'message.revoke',
  'announcement publish': 'announcement.publish',
  'announcement recall': 'announcement.recall',
  'announcement revoke': 'announcement.revoke',
  'mail list': 'mail.list',
  'mail suppressions': 'mail.suppressions',
  'mail lift': 'mail.lift',
  'mail resend': 'mail.resend',
  'ip ban': 'ip.ban',
  'ip list': 'ip.list',
  'ip unban': 'ip.unban',
  audit: 'audit.read',
  request: 'audit.request',
  'user delete': 'user.delete',
  backup: 'backup.create',
  'deletions replay': 'deletions.replay',
  'key rotate-credential': 'key.rotate_credential',
  'key rotate-signing': 'key.rotate_signing',
  'key withdraw-credential': 'key.withdraw_credential',
  'key rotate': 'key.rotate',
} as const

const NOT_AUDITED: Readonly<Record<string, string>> = {
  'user session end': 'needs a session: support.test.ts checks its audit event',
  'user change-email': 'needs another operator: lost-mailbox.test.ts checks its audit event',
  'user keep-accounts': 'needs a merge that waits: merge.test.ts checks its audit event',
  'user merge': 'needs another operator: merge.test.ts checks its audit event',
  'user merge-preview': 'needs two accounts: merge.test.ts checks its audit event',
  'user restore': 'needs another operator: restore-account.test.ts checks its audit event',
  'user keep-email': 'needs a change that waits: lost-mailbox.test.ts checks its audit event',
  'redemption undo': 'needs a redeemed code: repair-benefits.test.ts checks its audit event',
  'redemption move': 'needs two accounts: repair-benefits.test.ts checks its audit event',
  'training credit': 'needs another operator: repair-benefits.test.ts checks its audit event',
  'approval approve': 'needs another operator: operator.test.ts checks its audit event',
  'machine decide': 'needs another operator: machine.test.ts checks its audit event',
  'machine assign': 'needs another operator: machine.test.ts checks its audit event',
  'machine renew': 'needs an owner: machine.test.ts checks its audit event',
  'db distribute': 'changes no row of an account, only where the database keeps them',
  migrate: 'changes no row of an account; the start of a server does the same',
  'upgrade check': 'reads which migrations there are',
  doctor: 'reads settings and checks the installation, no account',
  restore: 'needs an unused database: backup.test.ts checks its audit event',
  'announcement list': 'everybody may read announcements',
  'machine rules': 'people of the machines see them',
  stats: 'sums without names',
  'event list': 'analytics events contain no names',
  completion: 'prints a constant',
}

type Name = keyof typeof AUDITED

/** At least one field, each with its value before and after. */
const isChange = (changed: unknown): boolean => {
  const fields = Object.values(Object(changed))
  return fields.length > 0 && fields.every(field => 'from' in Object(field) && 'to' in Object(field))
}

const program = createProgram(() => async () => {}, { out: () => {}, err: () => {} })

test('every command is listed here once', () => {
  const listed = [...Object.keys(AUDITED), ...Object.keys(NOT_AUDITED)].sort()
  const names = leafCommands(program).map(command => commandPath(command).slice(1).join(' '))
  expect(listed).toEqual(names.sort())
  expect(Object.keys(OPERATIONS).sort()).toEqual(names)
})

test('the audit event is committed when the command ends and names the operator', async () => {
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
  const texts = [
    '--title-en',
    'Hello',
    '--title-zh',
    '你好',
    '--body-en',
    'Hello',
    '--body-zh',
    '你好',
    ...WHY,
  ]
  const message = ['--audience', 'all', '--category', 'system', ...texts]
  const later = new Date(Date.now() + 3600_000).toISOString().slice(0, 19)
  const created: Record<string, { id?: string; clientId?: string; batch?: string; kid?: string }> = {}
  const codes = async (count: string) => [
    '--benefit',
    (await runJson(['benefit', 'list']))[0].id,
    '--count',
    count,
  ]
  const waiting = async (): Promise<string> => {
    const names = ['--name-en', 'Elm', '--name-zh', '榆木', '--days', '30']
    await runJson(['benefit', 'create', ...names])
    await run(['codes', 'create', ...(await codes('10001')), '--reason', 'fair', '--yes'])
    return (await runJson(['approval', 'list']))[0]?.id
  }
  const words: Record<Name, () => readonly string[] | Promise<readonly string[]>> = {
    'operator invite': () => ['--name', 'noor', '--role', 'support'],
    'operator list': () => [],
    'operator edit': () => ['noor', '--role', 'security'],
    'operator confirm': async () => {
      await sql(`insert into operator (id, name, roles, invited_by, issuer, subject)
        values ('op_kit', 'kit', '{support}', 'root', 'https://id.example', 'kit')`)
      return ['kit']
    },
    'operator passkeys': () => ['noor'],
    'operator remove-passkey': async () => {
      await sql(`insert into operator_passkey (credential_id, operator, public_key, sign_count, backup_eligible, transports)
        select n::text::bytea, id, 'x', 0, true, '{}' from operator, generate_series(1, 2) n where name = 'noor'`)
      return ['noor', (await runJson(['operator', 'passkeys', 'noor']))[0]?.id ?? '']
    },
    'operator remove': () => ['noor'],
    'operator token create': () => ['--name', 'mei'],
    'operator token list': () => [],
    'operator token revoke': () => [created['operator token create']?.id ?? ''],
    'approval list': () => [],
    'approval show': async () => [await waiting()],
    'approval reject': async () => [(await runJson(['approval', 'list']))[0]?.id],
    find: () => ['ada@'],
    explain: () => [ADA],
    'user find': () => ['ada@'],
    'user history': () => [ADA],
    'user note': () => [ADA, '--note', 'calls back', '--case', '1'],
    'user unlock': () => [ADA, ...WHY],
    'user limits show': () => [ADA],
    'user limits lift': () => [ADA, ...WHY],
    'user show': () => [ADA],
    'user reveal': () => [ADA, '--reason', 'to call back'],
    'user sessions': () => [ADA],
    'user machines': () => [ADA],
    'user export': () => [ADA, join(dataDir, 'ada.zip')],
    'user restrict': () => [ADA],
    'user unrestrict': () => [ADA],
    'user factors': () => [ADA],
    'user reset-factor': async () => {
      await sql(`insert into totp_factor (uid, secret, confirmed_at) values ($1, '\\x01', now())`, [ADA])
      await sql('update account set second_factor = true where uid = $1', [ADA])
      return [ADA, ...WHY]
    },
    'user ban': () => [ADA],
    'user unban': () => [ADA],
    'user delete': () => [ADA],
    'enterprise create': () => CREATE_ACME.slice(2),
    'enterprise list': () => [],
    'enterprise edit': () => ['Acme-01', '--name', 'Acme Two', '--email', 'two@acme.example'],
    'enterprise disable': () => ['Acme-01'],
    'enterprise enable': () => ['Acme-01'],
    'enterprise reset': () => ['Acme-01'],
    'app create': () => ['--code', 'creative', '--name', 'X', '--origin', 'https://app.example'],
    'app list': () => [],
    'app show': () => [created['app create']?.clientId ?? ''],
    'app addresses': () => [created['app create']?.clientId ?? '', '--redirect', 'https://two.example/cb'],
    'app origins': () => [created['app create']?.clientId ?? '', '--origin', 'https://two.example'],
    'app edit': () => [created['app create']?.clientId ?? '', '--pkce', 'optional'],
    'app keys': () => [created['app create']?.clientId ?? '', '--jwks-uri', 'https://app.example/jwks'],
    'app logo': () => [created['app create']?.clientId ?? '', '--none'],
    'app access': async () => {
      const api = ['--code', 'api', '--name', 'Jobs', '--type', 'api', '--resource', 'https://api.example/']
      const { clientId } = await runJson([
        'app',
        'create',
        ...api,
        '--scope',
        'jobs:write|Start jobs|开始加工',
      ])
      return [created['app create']?.clientId ?? '', '--api', clientId, '--scope', 'jobs:write']
    },
    'app rotate': () => [created['app create']?.clientId ?? ''],
    'webhook set': () => [created['app create']?.clientId ?? '', '--url', 'http://localhost:1/x'],
    'webhook list': () => [],
    'webhook rotate': () => [created['app create']?.clientId ?? ''],
    'webhook test': () => [created['app create']?.clientId ?? ''],
    'webhook deliveries': () => [],
    'webhook replay': () => [created['app create']?.clientId ?? '', '--from', '2020-01-01'],
    'webhook remove': () => [created['app create']?.clientId ?? ''],
    'app remove': () => [created['app create']?.clientId ?? ''],
    'benefit create': () => ['--name-en', 'Birch', '--name-zh', '桦木', '--days', '30'],
    'benefit list': () => [],
    'benefit edit': () => [created['benefit create']?.id ?? '', '--name-en', 'Oak'],
    'benefit give': () => [created['benefit create']?.id ?? '', ADA, ...WHY],
    'benefit take': async () => [ADA, (await runJson(['redemption', 'list', ADA]))[0]?.id, ...WHY],
    'redemption list': () => [ADA],
    'codes create': () => ['--benefit', created['benefit create']?.id ?? '', '--count', '1'],
    'codes import': async () => [
      '--benefit',
      created['benefit create']?.id ?? '',
      '--file',
      await file('codes', 'ABCDEFGH23456789'),
    ],
    'codes list': () => [],
    'benefit retire': () => [created['benefit create']?.id ?? ''],
    'codes show': () => ['ABCDEFGH23456789'],
    'codes export': async () => ['--batch', (await runJson(['codes', 'list']))[0]?.batch ?? ''],
    'codes revoke': async () => ['--batch', (await runJson(['codes', 'list']))[0]?.batch ?? '', ...WHY],
    'device import': async () => ['--file', await file('serials', SN)],
    'device provision': () => ['--sn', SN],
    'device require': () => ['--line', 'laser', '--course', 'laser'],
    'machine rule': () => ['--line', 'laser', '--course', 'none'],
    'device show': () => [SN],
    'machine show': () => [SN],
    'machine requests': () => [],
    'machine distrust': () => [SN, '--reason', 'key found in a leak'],
    'device verify': () => ['--sn', SN, '--light-source', '1200W', '--password', '12345678'],
    'device rotate-key': () => [],
    'certificate revoke': async () => {
      await sql(
        `insert into certificate (uid, course, cert_id, issued_at, number, bearer)
         values ($1, 'laser', 'c', now(), 'KL-2222-3333-4444-5555', 'Ada')`,
        [ADA],
      )
      return ['KL-2222-3333-4444-5555']
    },
    'certificate restore': () => ['kl2222333344445555', ...WHY],
    'certificate find': () => ['KL-2222-3333-4444-5555'],
    'certificate resend': () => ['KL-2222-3333-4444-5555', ...WHY],
    'message send': () => message,
    'message schedule': () => [...message, '--from', `${later}Z`],
    'message list': () => ['--account', ADA],
    'message readers': () => [created['message send']?.id ?? ''],
    'message recall': () => [created['message schedule']?.id ?? ''],
    'message revoke': () => [created['message send']?.id ?? ''],
    'announcement publish': () => texts,
    'announcement recall': async () => [(await runJson(['announcement', 'publish', ...texts, '--yes'])).id],
    'announcement revoke': () => [created['announcement publish']?.id ?? ''],
    'mail list': () => ['--uid', ADA],
    'mail suppressions': () => [],
    'mail lift': async () => {
      await sql(
        `insert into mail_suppression (address_hash, domain, mail, suppressed_at)
         values ('\\xa1b2c3d4e5f60718'::bytea, 'example.com', gen_random_uuid(), now())`,
      )
      return ['a1b2c3d4e5f60718']
    },
    'mail resend': async () => [(await runJson(['mail', 'list', '--status', 'queued']))[0]?.id, ...WHY],
    'ip ban': () => ['203.0.113.0/24', ...WHY],
    'ip list': () => [],
    'ip unban': () => ['203.0.113.0/24'],
    request: () => ['00000000-0000-4000-8000-000000000001'],
    audit: () => ['--uid', ADA],
    backup: () => [join(dataDir, 'all.kerf')],
    'deletions replay': () => [],
    'key rotate-credential': () => [],
    'key rotate-signing': () => [],
    'key withdraw-credential': () => [created['key rotate-credential']?.kid ?? ''],
    'key rotate': () => [],
  }
  const missing: string[] = []
  for (const [name, event] of Object.entries(AUDITED) as [Name, string][]) {
    const line = [...name.split(' '), ...(await words[name]()), '--yes', '--json']
    const [last] = await sql('select coalesce(max(id), 0)::text as id from audit_event')
    const { out, err } = await run(line, { KERF_MASTER_KEY_NEW: newKey() })
    try {
      created[name] = JSON.parse(out)
    } catch {
      missing.push(`${name} prints no JSON: ${err}`)
      continue
    }
    const rows = await sql('select event, operator, detail from audit_event where id > $1::bigint', [
      last?.id,
    ])
    if (OPERATIONS[name]?.edits && !rows.some(({ detail }) => isChange(detail.changed)))
      missing.push(`${name} records no change: ${JSON.stringify(rows)}`)
    if (!rows.some(row => row.event === event && row.operator === 'lin'))
      missing.push(`${name}: ${rows.map(row => `${row.event} by ${row.operator}`).join(', ')}`)
  }
  expect(missing).toEqual([])
  const whole = /[\w.+-]{2,}@[\w-]+\.\w+/
  const rows = await sql('select event, detail::text as detail from audit_event')
  expect(rows.filter(({ detail }) => whole.test(detail))).toEqual([])
})

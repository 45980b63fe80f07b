import { startImap } from '@kerf/server/outbound/mail/bounce/imap-fixture'
import { queueMail } from '@kerf/server/outbound/mail/queue-mail'
import { startSmtp } from '@kerf/server/outbound/mail/smtp-fixture'
import { openDatabase } from '@kerf/server/platform/db/database'
import { loadKeys } from '@kerf/server/platform/keys/keys'
import { expect, test } from 'vitest'
import { env, run, runJson, sql, useDatabase, withDatabase } from '../database-fixture.ts'

useDatabase()

/** Stores a mail that was tried. */
const storeMail = async (to: string, set = `status = 'sent'`, requestId = 'r-1') => {
  await withDatabase(async db => {
    const { mail: key } = await loadKeys(db, Buffer.from(env.KERF_MASTER_KEY ?? '', 'base64url'))
    await queueMail(db, key, {
      to,
      lang: 'en',
      brand: 'portal',
      content: { template: 'no_account' },
      requestId,
    })
  })
  await sql(`update mail_delivery set ${set} where status = 'queued'`)
}

const REFUSED = `status = 'refused', command = 'RCPT TO', reply = 550, code = '5.1.1'`
const BLOCKED = `status = 'deferred', command = 'MAIL FROM', reply = 554, code = '5.7.1'`

test('finds the mails to an address, of a request, of a status and of a domain', async () => {
  await storeMail('Ada@Example.com', REFUSED)
  await storeMail('bob@example.org', BLOCKED, 'r-2')
  const [ada] = await runJson(['mail', 'list', '--email', 'ada@example.com'])
  expect(ada).toMatchObject({
    status: 'refused',
    template: 'no_account',
    domain: 'example.com',
    requestId: 'r-1',
  })
  expect(ada).toMatchObject({ command: 'RCPT TO', reply: 550, code: '5.1.1', fault: 'receiver' })
  const domains = async (...words: string[]) =>
    (await runJson(['mail', 'list', ...words])).map(({ domain }: { domain: string }) => domain)
  expect(await domains()).toEqual(['example.org', 'example.com'])
  expect(await domains('--request', 'r-2')).toEqual(['example.org'])
  expect(await domains('--status', 'refused')).toEqual(['example.com'])
  expect(await domains('--domain', 'Example.org')).toEqual(['example.org'])
  expect(await domains('--email', 'nobody@example.com')).toEqual([])
  const { out } = await run(['mail', 'list'])
  expect(out).toContain('MAIL FROM 554 5.7.1')
  expect(out).toContain('sender')
  expect((await run(['mail', 'list', '--uid', 'ada@example.com'])).code).toBe(1)
})

test('finds the mails of an account by its user ID, and lifts a suppression by the address', async () => {
  const uid = '11111111-1111-4111-8111-111111111111'
  await sql(
    `with i as (insert into sign_in_identifier (kind, value, uid) values ('email', 'ada@example.com', $1))
     insert into account (uid, kind, email, email_verified_at) values ($1, 'personal', 'ada@example.com', now())`,
    [uid],
  )
  await storeMail('ada@example.com')
  expect(await runJson(['mail', 'list', '--uid', uid])).toMatchObject([{ status: 'sent', fault: null }])
  await sql(
    `insert into mail_suppression (address_hash, domain, mail, code, suppressed_at)
     select address_hash, domain, id, '5.1.1', now() from mail_delivery`,
  )
  const [suppressed] = await runJson(['mail', 'suppressions'])
  expect(suppressed).toMatchObject({ domain: 'example.com', code: '5.1.1' })
  expect(await runJson(['mail', 'lift', 'ADA@example.com'])).toEqual({
    id: suppressed.id,
    domain: 'example.com',
  })
  expect(await runJson(['mail', 'suppressions'])).toEqual([])
  const again = await run(['mail', 'lift', suppressed.id])
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('is not suppressed')])
})

test('doctor tells that the mail server refuses the sender, without sending anything', async () => {
  const smtp = await startSmtp()
  const mailCheck = async () => {
    const { out } = await run(['doctor', '--json'], {
      MAIL_URL: smtp.url,
      MAIL_FROM: 'Kerf <no-reply@kerf.test>',
    })
    const found: { name: string; status: string; message: string }[] = JSON.parse(out).checks
    return found.find(({ name }) => name === 'mail')
  }
  expect(await mailCheck()).toMatchObject({ status: 'ok' })
  smtp.refuse = { at: 'MAIL FROM', code: 554, text: '5.7.1 sender not verified' }
  expect(await mailCheck()).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('MAIL FROM 554 5.7.1'),
  })
  smtp.refuse = { code: 550, text: '5.1.1 no such user' }
  expect(await mailCheck()).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('RCPT TO 550'),
  })
  expect([smtp.envelopes.length, smtp.received]).toEqual([3, []])
  await smtp.close()
})

test('doctor opens the mailbox of undeliverable mails', async () => {
  const imap = await startImap()
  const bounces = async (url: string) => {
    const { out } = await run(['doctor', '--json'], {
      BOUNCE_ADDRESS: 'bounces@kerf.test',
      BOUNCE_MAILBOX_URL: url,
    })
    expect(out).not.toContain('wrong-one')
    const found: { name: string }[] = JSON.parse(out).checks
    return found.find(({ name }) => name === 'bounces')
  }
  expect(await bounces(imap.url)).toMatchObject({ status: 'ok' })
  expect(await bounces(imap.url.replace(/:\w+@/, ':wrong-one@'))).toMatchObject({
    status: 'failed',
    message: 'IMAP login refused',
  })
  // Nothing listens at this port. That of a closed server may soon be one of another test.
  expect(await bounces(imap.url.replace(/:\d+(?=\/INBOX)/, ':1'))).toMatchObject({
    status: 'failed',
    message: 'IMAP ECONNREFUSED',
  })
  await imap.close()
})

test('doctor tells that mails of the last hour are refused or wait', async () => {
  const deliveries = async () => {
    const found: { name: string }[] = JSON.parse((await run(['doctor', '--json'])).out).checks
    return found.find(({ name }) => name === 'deliveries')
  }
  for (let i = 0; i < 4; i++) await storeMail(`a${i}@example.com`, REFUSED)
  expect(await deliveries()).toMatchObject({ status: 'ok' })
  await storeMail('b@example.com', REFUSED)
  expect(await deliveries()).toMatchObject({ status: 'warning', message: expect.stringContaining('5 of 5') })
  for (const to of ['d', 'e', 'f'])
    await storeMail(`${to}@example.net`, REFUSED.replace('5.1.1', '5.7.26').replace('RCPT TO', 'DATA'))
  expect(await deliveries()).toMatchObject({ status: 'failed', message: expect.stringContaining('5.7.26') })
  await storeMail('c@example.com', BLOCKED)
  expect(await deliveries()).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('554 5.7.1'),
  })
})

test('sends a waiting mail at once, and says that the content of a sent one is not stored', async () => {
  const why = ['--case', '5', '--reason', 'provider repaired']
  await storeMail('ada@example.com', BLOCKED)
  const owner = await openDatabase({
    url: env.DATABASE_URL ?? '',
    servingRole: null,
    poolSize: 1,
    onError: () => {},
  })
  const jobs = async () =>
    (
      await owner.query({
        text: `select attempts, run_at <= now() as due from graphile_worker._private_jobs where payload->>'delivery' is not null`,
        values: [],
      })
    ).rows
  await owner.query({
    text: `update graphile_worker._private_jobs set attempts = 5, run_at = now() + interval '1 hour'`,
    values: [],
  })
  expect(await jobs()).toEqual([{ attempts: 5, due: false }])
  const [{ id }] = await runJson(['mail', 'list'])
  expect(await runJson(['mail', 'resend', id, ...why])).toEqual({
    ...{ id, template: 'no_account', domain: 'example.com' },
  })
  expect(await jobs()).toEqual([{ attempts: 0, due: true }])
  await owner.query({ text: 'delete from graphile_worker._private_jobs', values: [] })
  await owner.close()
  await sql(`update mail_delivery set status = 'sent'`)
  expect((await run(['mail', 'resend', id, ...why])).err).toContain('does not wait any more')
  expect((await run(['mail', 'resend', 'x', ...why])).code).toBe(1)
  const [row] = await sql(`select detail from audit_event where event = 'mail.resend'`)
  expect(row?.detail).toMatchObject({ case: '5', mail: id, template: 'no_account' })
})

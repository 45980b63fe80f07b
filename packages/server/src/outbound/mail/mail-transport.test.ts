import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { MailMessage } from './mail-transport.ts'
import { mailboxFolder, mailboxTransport, readMailbox } from './mailbox-transport.ts'
import { openMailTransport } from './open-mail-transport.ts'
import { startSmtp } from './smtp-fixture.ts'
import { smtpTransport } from './smtp-transport.ts'

const MESSAGE: MailMessage = {
  id: 'mail-1-x',
  from: 'Kerf Passport <no-reply@kerf.example>',
  to: 'ada@example.com',
  subject: '042917 是您的验证码',
  text: '验证码 042917\n',
  html: '<p>验证码 <b>042917</b></p>',
  code: '042917',
}

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
const later = <T>(value: T, end: (value: T) => Promise<unknown>): T => {
  ends.push(() => end(value))
  return value
}
const folder = async () =>
  later(await mkdtemp(join(tmpdir(), 'kerf-mail-')), path => rm(path, { recursive: true }))

test('sends text and HTML over SMTP, marked as automatic and with a unique id', async () => {
  const smtp = later(await startSmtp(), server => server.close())
  const transport = later(openMailTransport({ mailUrl: smtp.url, dataDir: '/nowhere' }), one => one.close())
  await transport.send(MESSAGE)
  const [got] = smtp.received
  expect(got).toMatchObject({
    to: MESSAGE.to,
    subject: MESSAGE.subject,
    html: expect.stringContaining(MESSAGE.html),
  })
  expect(got?.text).toContain('验证码 042917')
  expect(got?.headers).toContain('Message-ID: <mail-1-x@kerf.example>')
  expect(got?.headers).toContain('Auto-Submitted: auto-generated')
})

test('sends pictures inside the HTML part, and stores them in the development mailbox', async () => {
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  const message = { ...MESSAGE, html: '<img src="cid:mark">', images: [{ cid: 'mark', png }] }
  const smtp = later(await startSmtp(), server => server.close())
  const transport = later(smtpTransport(smtp.url), one => one.close())
  await transport.send(message)
  const [got] = smtp.received
  expect(got?.html).toContain('cid:mark')
  expect(got?.raw).toMatch(/Content-Type: multipart\/related/i)
  expect(got?.raw).toMatch(/Content-Id: <mark>/i)
  expect(got?.raw).toContain('Content-Disposition: inline')
  expect(got?.raw).toContain(png.toString('base64'))
  const mailbox = await folder()
  await mailboxTransport(mailbox).send(message)
  expect((await readMailbox(mailbox))[0]?.html).toBe(
    `<img src="data:image/png;base64,${png.toString('base64')}">`,
  )
})

test('treats every recipient as exactly one mailbox', async () => {
  const smtp = later(await startSmtp(), server => server.close())
  const transport = later(smtpTransport(smtp.url), one => one.close())
  await transport.send({ ...MESSAGE, to: 'a@example.com,b@example.com' }).catch(() => {})
  expect(smtp.received.map(({ to }) => to)).not.toContain('b@example.com')
})

test('an error contains no recipient or secret, and states whether a retry can succeed', async () => {
  const smtp = later(await startSmtp(), server => server.close())
  const transport = later(smtpTransport(smtp.url), one => one.close())
  smtp.refuse = { code: 550, text: '<ada@example.com> unknown' }
  await expect(transport.send(MESSAGE)).rejects.toMatchObject({
    isRefused: true,
    message: expect.stringMatching(/^SMTP EENVELOPE RCPT TO 550( [\d.]+)?$/),
  })
  smtp.refuse = { code: 451, text: '<ada@example.com> later' }
  await expect(transport.send(MESSAGE)).rejects.toMatchObject({
    isRefused: false,
    isSenderRefused: false,
    message: expect.stringMatching(/^SMTP EENVELOPE RCPT TO 451( [\d.]+)?$/),
  })
  const down = later(smtpTransport('smtp://user:secret@127.0.0.1:1'), one => one.close())
  await expect(down.send(MESSAGE)).rejects.toMatchObject({
    isRefused: false,
    message: 'SMTP ESOCKET: connect ECONNREFUSED 127.0.0.1:1',
  })
  await expect(down.tryEnvelope('a@example.com', 'b@example.com')).rejects.toThrow(
    /^SMTP ESOCKET: connect ECONNREFUSED/,
  )
})

test.each([
  ['MAIL FROM', 554, '5.7.1 sender not verified', 'isSenderRefused', '5.7.1'],
  ['AUTH', 535, '5.7.8 wrong password', 'isSenderRefused', '5.7.8'],
  ['RCPT TO', 550, '5.1.1 no such user', 'isRefused', '5.1.1'],
  ['DATA', 554, '5.6.0 not wanted', 'isRefused', '5.6.0'],
] as const)(
  'tells from the command %s whose fault a refusal is',
  async (at, code, text, kind, enhancedCode) => {
    const smtp = later(await startSmtp(), server => server.close())
    const transport = later(smtpTransport(smtp.url.replace('//', '//kerf:secret@')), one => one.close())
    smtp.refuse = { at, code, text }
    const other = kind === 'isRefused' ? 'isSenderRefused' : 'isRefused'
    await expect(transport.send(MESSAGE)).rejects.toMatchObject({
      [kind]: true,
      [other]: false,
      failure: { command: expect.stringContaining(at), reply: code, enhancedCode },
    })
    expect(smtp.received).toEqual([])
  },
)

test('tries the envelope of a mail without sending one', async () => {
  const smtp = later(await startSmtp(), server => server.close())
  const transport = later(smtpTransport(smtp.url.replace('//', '//kerf:secret@')), one => one.close())
  await transport.tryEnvelope('no-reply@kerf.example', 'postmaster@kerf.example')
  expect([smtp.envelopes, smtp.received]).toEqual([['no-reply@kerf.example'], []])
  for (const [at, code] of [
    ['AUTH', 535],
    ['MAIL FROM', 554],
    ['RCPT TO', 550],
  ] as const) {
    smtp.refuse = { at, code, text: '5.7.1 no' }
    await expect(transport.tryEnvelope('no-reply@kerf.example', 'a@kerf.example')).rejects.toMatchObject({
      failure: { command: expect.stringContaining(at), reply: code, enhancedCode: '5.7.1' },
    })
  }
})

test('times out if the server accepts the connection and does not respond', async () => {
  const silent = createServer(() => {})
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  later(silent, server => new Promise(resolve => server.close(resolve)))
  const { port } = silent.address() as { port: number }
  const transport = later(smtpTransport(`smtp://127.0.0.1:${port}`, { timeoutMs: 300 }), one => one.close())
  await expect(transport.send(MESSAGE)).rejects.toMatchObject({ isRefused: false })
})

test('the mailbox stores complete emails, newest first, up to its limit', async () => {
  const path = mailboxFolder(await folder())
  expect(await readMailbox(path)).toEqual([])
  const transport = mailboxTransport(path, 3)
  for (const code of ['1', '2', '3', '4', '5']) await transport.send({ ...MESSAGE, subject: code, code })
  expect((await readMailbox(path)).map(mail => mail.code)).toEqual(['5', '4', '3'])
  expect(await readdir(path)).toHaveLength(3)
})

import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { MailMessage } from '../../outbound/mail/mail-transport.ts'
import { mailboxFolder, mailboxTransport } from '../../outbound/mail/mailbox-transport.ts'
import { mailboxRoutes } from './mailbox-routes.ts'

const MESSAGE: MailMessage = {
  id: 'mail-1-x',
  from: 'Kerf Passport <no-reply@kerf.example>',
  to: 'ada@example.com',
  subject: '042917 是您的验证码',
  text: '验证码 042917\n',
  html: '<p>验证码 <b>042917</b></p>',
  code: '042917',
}

test('/dev/mail.json answers newest first and filters by receiver; /dev/mail shows a list and a mail in both languages', async () => {
  const path = mailboxFolder(await mkdtemp(join(tmpdir(), 'kerf-mailbox-')))
  const transport = mailboxTransport(path)
  const { code: _, ...plain } = MESSAGE
  await transport.send({ ...plain, to: 'bob@example.com', subject: '<script>alert(1)</script>' })
  await transport.send(MESSAGE)
  const app = Fastify()
  await app.register(mailboxRoutes, { folder: path, hostnames: () => ['passport.dev.example'] })

  const all = (await app.inject('/dev/mail.json')).json()
  expect(all).toMatchObject([
    { to: 'ada@example.com', code: '042917', at: expect.any(Number) },
    { to: 'bob@example.com' },
  ])
  expect(all[1]).not.toHaveProperty('code')
  const some = (await app.inject('/dev/mail.json?to=Ada@example.com')).json()
  expect(some.map((mail: { to: string }) => mail.to)).toEqual(['ada@example.com'])

  const list = await app.inject('/dev/mail')
  expect(list.body).toContain('042917')
  expect(list.body).toContain('&lt;script&gt;')
  expect(list.body).not.toContain('<script')
  expect(list.headers['content-security-policy']).toContain("default-src 'none'")
  const shown = await app.inject(`/dev/mail?id=${all[0].id}`)
  expect(shown.body).toContain('srcdoc="&lt;p&gt;验证码')
  expect(shown.body).toContain(`<a href="?id=${all[0].id}&amp;l=zh" lang="zh">`)
  const chinese = await app.inject('/dev/mail?to=nobody@example.com&l=zh')
  expect(chinese.body).toContain('<html lang="zh">')
  expect(chinese.body).toContain('暂无邮件')
  expect(chinese.body).toContain('<a href="?to=nobody%40example.com&amp;l=en" lang="en">')
  const statusFor = async (host: string) =>
    (await app.inject({ url: '/dev/mail.json', headers: { host } })).statusCode
  for (const host of [
    'localhost:8080',
    'a.kerf.localhost',
    '127.0.0.1',
    '[::1]:8080',
    'passport.dev.example',
  ])
    expect([host, await statusFor(host)]).toEqual([host, 200])
  // A name of a stranger that its DNS server points at this machine (DNS rebinding).
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'evillocalhost'])
    expect([host, await statusFor(host)]).toEqual([host, 500])
  for (const id of ['../../etc/passwd', '0', all[0].id.replace(/.$/, 'z')])
    expect((await app.inject(`/dev/mail?id=${encodeURIComponent(id)}`)).statusCode).toBe(404)
})

import { findPassword } from '@kerf/contract/endpoints/password'
import { loginByVerificationCode, register } from '@kerf/contract/endpoints/sign-in'
import {
  sendVerificationCode,
  verifyEmail,
  verifyEnterpriseAccount,
} from '@kerf/contract/endpoints/verification'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { currentScope } from '../../src/platform/concurrency/call-scope.ts'
import {
  newEmail,
  PASSWORD,
  requestCode,
  seedBusiness,
  seedPerson,
  signUp,
  skipCodeInterval,
} from '../support/accounts.ts'
import type { Answer } from '../support/api-call.ts'
import { startTestServer, useTestServer } from '../support/test-server.ts'

const server = await useTestServer({ env: { ACCOUNT_PRIVACY: 'strict' } })

const VARYING_HEADERS = ['date', 'x-request-id', 'content-length', 'set-cookie']

/** A cookie without its random value. */
const comparableCookie = (line: string): string => line.replace(/=[\w-]{43};/, '=…;')

/**
 * A response without its time, its random values, the length that follows from the digits of a request ID and the seconds of a
 * wait that has begun, of which a slow machine has fewer left.
 */
const comparable = ({ status, text, headers, cookies }: Answer<unknown>) => ({
  status,
  text: text.replace(/"(nonce|requestId)":"[\w-]+"/g, '"$1":"…"').replace(/Wait \d+ sec/, 'Wait … sec'),
  cookies: cookies.map(comparableCookie),
  headers: Object.fromEntries(
    [...headers]
      .filter(([name]) => !VARYING_HEADERS.includes(name))
      .map(([name, value]) => [name, name === 'retry-after' ? '…' : value]),
  ),
})

/** The database's clock is measured again after some time. */
const BESIDE_CALLS = ['database.time']

/** The statements of every call, in order, until the test ends. Jobs and lists that are read again belong to no call. */
function recordStatements() {
  const names: string[] = []
  const { query } = pg.Client.prototype as { query: (...args: unknown[]) => unknown }
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const { name, text } = (args[0] ?? {}) as { name?: string; text?: string }
    const label = name ?? text ?? ''
    const isOfCall = currentScope()?.deadline !== undefined && !BESIDE_CALLS.includes(label)
    if (isOfCall && /^(?:[a-z_]+\.[a-z_]+|begin|commit|rollback)$/.test(label)) names.push(label)
    return query.apply(this, args)
  } as never)
  return { since: (start: number) => names.slice(start), count: () => names.length }
}
afterEach(() => vi.restoreAllMocks())

/** Rows of every table, without what the job records of a mail some time later. */
async function countRows(): Promise<Record<string, number>> {
  const tables = await server.sql<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const written = name.startsWith('audit_event') ? ` where event not like 'mail.%'` : ''
    const [row] = await server.sql<{ count: number }>(
      `select count(*)::int as count from "${name}"${written}`,
    )
    counts[name] = row?.count ?? 0
  }
  return counts
}

async function rowsWrittenBy(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await countRows()
  await work()
  const after = await countRows()
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, count]) => {
      const added = count - (before[name] ?? 0)
      return added === 0 ? [] : [[name, added]]
    }),
  )
}

test.each(['login', 'register', 'findpwd', 'bind'] as const)(
  'gives the same answers to a known and an unknown mailbox in scene %s, step by step',
  async scene => {
    const known = (await seedPerson(server)).email
    const unknown = newEmail()
    const paths = []
    for (const email of [known, unknown]) {
      const verified = await server.call(verifyEmail, { email, scene })
      const { nonce } = verified.data
      const proof = { captcha: '000000', nonce }
      const steps = [
        verified,
        await server.call(sendVerificationCode, { receiver: email, nonce, ticket: 'any' }),
        await server.call(sendVerificationCode, { receiver: email, nonce, ticket: 'any' }),
        await server.call(loginByVerificationCode, { email, ...proof }),
        await server.call(findPassword, { email, ...proof, password: PASSWORD }),
        await server.call(register, { email, ...proof, password: PASSWORD, agreement: true }),
      ]
      paths.push(steps.map(comparable))
    }
    expect(paths[0]).toEqual(paths[1])
  },
)

test.each(['login', 'register', 'findpwd', 'bind'] as const)(
  'reveals nothing for receivers that do not match in scene %s',
  async scene => {
    const known = (await seedPerson(server)).email
    const paths = []
    for (const email of [known, newEmail()]) {
      const steps = []
      for (const receiver of ['***', 'shop', 'm***r@example.com', 'other@example.com', 'no@mail box']) {
        const { nonce } = (await server.call(verifyEmail, { email, scene })).data
        steps.push(comparable(await server.call(sendVerificationCode, { receiver, nonce, ticket: 'any' })))
      }
      paths.push(steps)
    }
    expect(paths[0]).toEqual(paths[1])
    expect(await server.mailsTo('other@example.com')).toEqual([])
    expect(await server.mailsTo(known)).toEqual([])
  },
)

test.each(['login', 'register', 'findpwd', 'bind', 'enterprise'] as const)(
  'runs the same statements and writes as many rows and jobs for a known and an unknown account in scene %s',
  async scene => {
    const recorded = recordStatements()
    const work = []
    const receivers =
      scene === 'enterprise'
        ? [(await seedBusiness(server)).account, newEmail('no-such-shop').split('@')[0] ?? '']
        : [(await seedPerson(server)).email, newEmail()]
    for (const receiver of receivers) {
      const start = recorded.count()
      const rows = await rowsWrittenBy(async () => {
        const verified =
          scene === 'enterprise'
            ? await server.call(verifyEnterpriseAccount, { account: receiver })
            : await server.call(verifyEmail, { email: receiver, scene })
        const { nonce } = verified.data
        const to = scene === 'enterprise' ? '***' : receiver
        const answer = await server.call(sendVerificationCode, { receiver: to, nonce, ticket: 'any' })
        expect(answer.code).toBe(0)
      })
      work.push({ rows, statements: recorded.since(start) })
    }
    const [known, unknown] = work
    expect(known?.statements.filter(name => name === 'mail_delivery.queue')).toHaveLength(1)
    expect(unknown).toEqual(known)
  },
)

test('mails an unknown mailbox that it has no account, without a code, for sign-in and password reset', async () => {
  const email = newEmail()
  for (const scene of ['login', 'findpwd'] as const) {
    const { nonce } = (await server.call(verifyEmail, { email, scene })).data
    expect((await server.call(sendVerificationCode, { receiver: email, nonce, ticket: 'any' })).code).toBe(0)
  }
  await expect.poll(async () => (await server.mailsTo(email)).length).toBe(2)
  for (const mail of await server.mailsTo(email)) {
    expect(mail.code).toBeUndefined()
    expect(mail.text).not.toMatch(/\b\d{6}\b/)
    expect(mail.text).toContain('/en/register')
  }
})

test('limits mails to an unknown mailbox as mails to an account', async () => {
  const limited = await startTestServer({ env: { ACCOUNT_PRIVACY: 'strict', CODES_PER_RECEIVER: '3' } })
  const unknown = newEmail()
  const paths = []
  for (const [ip, email] of [
    ['198.51.100.7', (await seedPerson(limited)).email],
    ['203.0.113.7', unknown],
  ] as const) {
    const codes = []
    for (let mails = 0; mails < 6; mails++) {
      const { nonce } = (await limited.call(verifyEmail, { email, scene: 'login' }, { ip })).data
      const sent = await limited.call(sendVerificationCode, { receiver: email, nonce, ticket: 'any' }, { ip })
      codes.push(sent.code)
      await skipCodeInterval(limited)
    }
    paths.push(codes)
  }
  expect(paths[0]).toContain(20429)
  expect(paths[1]).toEqual(paths[0])
  const accepted = paths[1]?.filter(code => code === 0).length ?? 0
  await expect.poll(async () => (await limited.mailsTo(unknown)).length).toBe(accepted)
  await limited.close()
})

test('mails the owner of a registered address that it has an account, without a code', async () => {
  const { email } = await seedPerson(server)
  const { nonce } = (await server.call(verifyEmail, { email, scene: 'register' })).data
  await server.call(sendVerificationCode, { receiver: email, nonce, ticket: 'any' })
  const mail = await server.waitForMail(email)
  expect(mail.code).toBeUndefined()
  expect(mail.text).not.toMatch(/\b\d{6}\b/)
  expect(mail.text).toContain('/en/login')
})

test('gives the same answers to a known and an unknown enterprise account', async () => {
  const { account } = await seedBusiness(server)
  const paths = []
  for (const name of [account, 'no-such-shop']) {
    const verified = await server.call(verifyEnterpriseAccount, { account: name })
    const { nonce, receiver } = verified.data
    const steps = [
      verified,
      await server.call(sendVerificationCode, { receiver, nonce, ticket: 'any' }),
      await server.call(sendVerificationCode, { receiver, nonce, ticket: 'any' }),
      await server.call(findPassword, { account: name, captcha: '000000', nonce, password: PASSWORD }),
    ]
    paths.push(steps.map(comparable))
  }
  expect(paths[0]).toEqual(paths[1])
})

test('still registers, signs in and resets passwords', async () => {
  const email = newEmail()
  expect((await signUp(server, email)).code).toBe(0)
  const code = await requestCode(server, email, 'login')
  expect((await server.call(loginByVerificationCode, { email, ...code })).code).toBe(0)
  const recover = await requestCode(server, email, 'findpwd')
  expect((await server.call(findPassword, { email, ...recover, password: 'engraved-88' })).code).toBe(0)
})

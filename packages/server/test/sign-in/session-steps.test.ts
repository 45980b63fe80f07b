/** A session works only after every step of its sign-in (S-039): its token is tried before each statement of the sign-in. */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { findPassword } from '@kerf/contract/endpoints/password'
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { enterpriseLogin, login, loginByVerificationCode, register } from '@kerf/contract/endpoints/sign-in'
import { createTicket, enterByTicket } from '@kerf/contract/endpoints/ticket'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { signInToken } from '../account-center/fixtures.ts'
import { newEmail, PASSWORD, requestCode, seedBusiness, seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer()

const TOKEN = /^[\w-]{64}$/
const { hash } = crypto
afterEach(() => {
  vi.restoreAllMocks()
  crypto.hash = hash
  syncBuiltinESMExports()
})

interface Probe {
  /** the statement that was about to run */
  readonly before: string
  /** code of the answer to the token */
  readonly code: number
}

/** Tries every token that is hashed from now on, as a new one is, before each statement in a transaction that stores a session. */
function probeSteps() {
  const tokens = new Set<string>()
  const probes: Probe[] = []
  crypto.hash = ((...args: Parameters<typeof hash>) => {
    const [, value] = args
    if (typeof value === 'string' && TOKEN.test(value)) tokens.add(value)
    return hash(...args)
  }) as typeof hash
  syncBuiltinESMExports()
  const { query } = pg.Client.prototype as { query: (...args: unknown[]) => unknown }
  /** the end of the last statement's probe, by client: statements keep their order */
  const transactions = new Map<pg.Client, Promise<void>>()
  let committed = false
  const tryTokens = async (labels: readonly string[]): Promise<void> => {
    for (const token of [...tokens]) {
      const { code } = await server.call(getBasicInfo, undefined, { token })
      probes.push(...labels.map(before => ({ before, code })))
    }
  }
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const {
      name,
      text,
      names = [name ?? text],
    } = (args[0] ?? {}) as {
      name?: string
      text?: string
      /** of a batch, whose statements are sent together */
      names?: readonly (string | undefined)[]
    }
    const labels = names.map(label => label ?? '')
    const [label = ''] = labels
    if (label === 'begin') transactions.set(this, Promise.resolve())
    const turn = transactions.get(this)
    if (turn === undefined || committed) return query.apply(this, args)
    const isEnd = label === 'commit' || label === 'rollback'
    if (isEnd) transactions.delete(this)
    const probed = turn.then(() => tryTokens(labels))
    if (!isEnd) transactions.set(this, probed)
    return probed.then(() => {
      if (label === 'commit' && probes.some(({ before }) => before === 'session.insert')) committed = true
      return query.apply(this, args)
    })
  } as never)
  return { tokens, probes }
}

const SIGN_INS = {
  password: async () => {
    const { email } = await seedPerson(server)
    return () => server.call(login, { email, password: PASSWORD, agreement: true })
  },
  enterprise: async () => {
    const { account } = await seedBusiness(server)
    return () => server.call(enterpriseLogin, { account, password: PASSWORD })
  },
  code: async () => {
    const { email } = await seedPerson(server)
    const code = await requestCode(server, email, 'login')
    return () => server.call(loginByVerificationCode, { email, ...code })
  },
  'sign-up': async () => {
    const email = newEmail()
    const code = await requestCode(server, email, 'register')
    return () => server.call(register, { email, password: PASSWORD, ...code, agreement: true })
  },
  'password reset': async () => {
    const { email } = await seedPerson(server)
    const code = await requestCode(server, email, 'findpwd')
    return () => server.call(findPassword, { email, ...code, password: 'engraved-88' })
  },
  ticket: async () => {
    const token = await signInToken(server, await seedPerson(server))
    const target = `http://localhost:${new URL(server.url).port}`
    const { data } = await server.call(createTicket, { purpose: 'handover', target }, { token })
    return () => server.call(enterByTicket, { ticket: data.ticket })
  },
} as const

test.each(Object.entries(SIGN_INS))('by %s', async (_way, prepare) => {
  const signIn = await prepare()
  const { tokens, probes } = probeSteps()
  const answer = await signIn()
  expect(answer.code).toBe(0)
  const token = (answer.data as { utoken: string }).utoken
  expect(tokens).toContain(token)
  const steps = probes.map(({ before }) => before)
  for (const step of ['session.insert', 'audit.insert', 'commit']) expect(steps).toContain(step)
  expect(probes.filter(({ code }) => code !== 20101)).toEqual([])
  // No cache holds a refusal of the token, either.
  expect((await server.call(getBasicInfo, undefined, { token })).code).toBe(0)
})

test('a sign-in that is refused after its session was stored leaves no token that works', async () => {
  const { email } = await seedPerson(server, { status: 'banned' })
  const { tokens, probes } = probeSteps()
  expect((await server.call(login, { email, password: PASSWORD })).code).toBe(20104)
  expect(probes.map(({ before }) => before)).toContain('session.insert')
  expect(probes.filter(({ code }) => code !== 20101)).toEqual([])
  for (const token of tokens) expect((await server.call(getBasicInfo, undefined, { token })).code).toBe(20101)
})

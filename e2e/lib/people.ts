/** Creates accounts and sessions by API calls, for tests that do not test signing in. */
import { randomBytes } from 'node:crypto'
import { type Call, createClient } from '@kerf/contract/client/client'
import { clearSessions } from '@kerf/contract/endpoints/session'
import { enterpriseLogin, login, register } from '@kerf/contract/endpoints/sign-in'
import { sendVerificationCode, verifyEmail } from '@kerf/contract/endpoints/verification'
import { codeFor } from './mailbox.ts'

export interface Person {
  readonly email: string
  readonly password: string
}

/** The demo accounts that the product prints when it starts. */
export const DEMO = { email: 'maker@demo.example', password: 'cut-along-42' } as const
export const BUSINESS = { account: 'demo-workshop', password: 'cut-along-43' } as const

export const newEmail = (name = 'ada'): string => `${name}-${randomBytes(5).toString('hex')}@example.com`

/**
 * Where browsers call from, and what they are. The addresses are of a benchmark range (RFC 2544), which has no place; the gallery
 * sets others.
 */
export const callers = {
  /** the first two numbers of an address */
  blocks: ['198.18', '198.19'],
  userAgents: [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  ],
}
let browsers = 0

const pick = (values: readonly string[], at: number): string => values[at % values.length] ?? ''

/** A random IP address, for the header that a proxy sets. */
export function newAddress(): string {
  const [a, b, c] = randomBytes(3)
  return `${pick(callers.blocks, a ?? 0)}.${b}.${c}`
}

/** Companions of the sessions that this process started, by token: a browser keeps them in an HttpOnly cookie. */
export const companions = new Map<string, string>()

/** API client that acts as another browser of a person. */
export function apiClient(productUrl: string, token?: string): Call {
  const address = newAddress()
  const userAgent = pick(callers.userAgents, browsers++)
  return createClient({
    baseUrl: productUrl,
    token: () => token,
    language: () => 'en',
    app: () => ({ code: 'portal', platform: 'web-pc', version: '', origin: 'portal' }),
    online: () => true,
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('x-forwarded-for', address)
      headers.set('user-agent', userAgent)
      const response = await fetch(input, { ...init, headers })
      const cookies = response.headers.getSetCookie().join('\n')
      const [, started] = /^utoken=([^;]+)/m.exec(cookies) ?? []
      const [, companion] = /^kerfCompanion=([^;]+)/m.exec(cookies) ?? []
      if (started && companion) companions.set(started, companion)
      return response
    },
  })
}

/** Creates an account and its first session. The product must not require the human check. */
export async function newPerson(productUrl: string, name?: string): Promise<Person & { token: string }> {
  const call = apiClient(productUrl)
  const email = newEmail(name)
  const password = 'cut-along-77'
  const { nonce } = await call(verifyEmail, { email, scene: 'register' })
  await call(sendVerificationCode, { receiver: email, nonce, ticket: 'off' })
  const captcha = await codeFor(productUrl, email)
  const { utoken } = await call(register, { email, password, captcha, nonce, agreement: true })
  return { email, password, token: utoken }
}

/** Starts another session of an account. Returns its token. */
export async function signInElsewhere(
  productUrl: string,
  { email, password }: Person = DEMO,
): Promise<string> {
  const { utoken } = await apiClient(productUrl)(login, { email, password, remember: true })
  return utoken
}

export async function businessToken(productUrl: string): Promise<string> {
  const { utoken } = await apiClient(productUrl)(enterpriseLogin, { ...BUSINESS, remember: true })
  return utoken
}

/** Ends every other session of an account, as its owner does in another browser. */
export async function endOtherSessions(productUrl: string, person: Person): Promise<void> {
  const token = await signInElsewhere(productUrl, person)
  await apiClient(productUrl, token)(clearSessions, {})
}

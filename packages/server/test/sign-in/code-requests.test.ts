/** A code that one browser asked for is neither voided nor delayed by requests of strangers (S-023, S-024). */

import { deleteAccount } from '@kerf/contract/endpoints/erasure'
import { changeEmail } from '@kerf/contract/endpoints/mailbox'
import { findPassword } from '@kerf/contract/endpoints/password'
import { loginByVerificationCode, reauthenticate, register } from '@kerf/contract/endpoints/sign-in'
import { sendVerificationCode, verifyEmail, verifyOwnEmail } from '@kerf/contract/endpoints/verification'
import type { Scene } from '@kerf/contract/fields'
import { describe, expect, test } from 'vitest'
import { randomToken } from '../../src/platform/keys/secrets.ts'
import { cookieOf, newEmail, PASSWORD, signUp, skipCodeInterval } from '../support/accounts.ts'
import { type CallOptions, newIpAddress } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer()

const inventCookie = () => `kerfDevice=${randomToken()}`

/** An account with a browser that its owner signed in from. */
async function createOwner() {
  const email = newEmail()
  const answer = await signUp(server, email)
  return { email, token: answer.data.utoken, cookie: cookieOf(answer, 'kerfDevice') }
}

/** Requests a code with a new nonce. */
async function send(email: string, scene: Scene, { token, ...options }: CallOptions = {}) {
  const { data } =
    token === undefined
      ? await server.call(verifyEmail, { email, scene }, options)
      : await server.call(verifyOwnEmail, { scene }, { ...options, token })
  const { nonce } = data
  const receiver = 'receiver' in data ? data.receiver : email
  const sent = await server.call(sendVerificationCode, { receiver, nonce, ticket: 'any' }, options)
  return { code: sent.code, nonce }
}

async function mailedCode(email: string, scene: Scene, options?: CallOptions) {
  const { code, nonce } = await send(email, scene, options)
  expect(code).toBe(0)
  return { nonce, captcha: await server.waitForCode(email) }
}

type Code = Awaited<ReturnType<typeof mailedCode>>
interface Owner {
  readonly email: string
  readonly token: string
  readonly cookie: string
}

const LOGIN_SCENES = ['login', 'findpwd'] as const
const useCode = async (scene: Scene, { email, token }: Owner, code: Code): Promise<number> => {
  const call = {
    login: () => server.call(loginByVerificationCode, { email, ...code }),
    findpwd: () => server.call(findPassword, { email, ...code, password: 'another-one-5' }),
    register: () => server.call(register, { email, ...code, password: PASSWORD, agreement: true }),
    bind: () => server.call(changeEmail, { email, ...code }, { token }),
    verify: () => server.call(reauthenticate, code, { token }),
    delete: () => server.call(deleteAccount, { ...code, confirm: true }, { token }),
    setpwd: () => Promise.reject(new Error('not used')),
  }[scene]
  return (await call()).code
}

describe('asked for in a known browser', () => {
  test.each(LOGIN_SCENES)('a %s code outlives the requests of strangers', async scene => {
    const owner = await createOwner()
    const code = await mailedCode(owner.email, scene, { cookie: owner.cookie })
    for (const cookie of [undefined, inventCookie(), inventCookie()]) {
      await skipCodeInterval(server)
      expect((await send(owner.email, scene, cookie === undefined ? {} : { cookie })).code).toBe(0)
    }
    expect(await useCode(scene, owner, code)).toBe(0)
  })

  test.each(LOGIN_SCENES)('a %s code is mailed at once after the request of a stranger', async scene => {
    const { email, cookie } = await createOwner()
    expect((await send(email, scene)).code).toBe(0)
    expect((await send(email, scene)).code).toBe(20202)
    expect((await send(email, scene, { cookie })).code).toBe(0)
    expect((await send(email, scene, { cookie })).code).toBe(20202)
  })

  test.each(['verify', 'delete'] as const)(
    'a %s code outlives the requests with a stolen token',
    async scene => {
      const owner = await createOwner()
      const { email, token, cookie } = owner
      const code = await mailedCode(email, scene, { token, cookie })
      expect((await send(email, scene, { token, cookie: inventCookie() })).code).toBe(0)
      expect(await useCode(scene, owner, code)).toBe(0)
    },
  )

  test('of parallel requests, one of the browser and one of all strangers is mailed', async () => {
    const { email, cookie } = await createOwner()
    const strangers = Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? {} : { cookie: inventCookie() }))
    const own = Array.from({ length: 8 }, () => ({ cookie }))
    const codes = await Promise.all(
      [...strangers, ...own].map(async options => (await send(email, 'login', options)).code),
    )
    expect(codes.slice(0, 8).filter(code => code === 0)).toHaveLength(1)
    expect(codes.slice(8).filter(code => code === 0)).toHaveLength(1)
    expect(codes.filter(code => code === 20202)).toHaveLength(14)
  })
})

describe('asked for in an unknown browser', () => {
  const person = async (scene: Scene): Promise<Owner> => {
    const owner = await createOwner()
    return scene === 'register' || scene === 'bind' ? { ...owner, email: newEmail() } : owner
  }

  test.each(['login', 'findpwd', 'register', 'bind'] as const)(
    'a %s code outlives the requests of other browsers and networks',
    async scene => {
      const owner = await person(scene)
      const ip = newIpAddress()
      const code = await mailedCode(owner.email, scene, { ip, cookie: inventCookie() })
      await skipCodeInterval(server)
      // A stranger behind the same address, too.
      expect((await send(owner.email, scene, { ip, cookie: inventCookie() })).code).toBe(0)
      await skipCodeInterval(server)
      expect((await send(owner.email, scene)).code).toBe(0)
      expect(await useCode(scene, owner, code)).toBe(0)
    },
  )

  test('a code outlives the requests of other networks where cookies are blocked', async () => {
    const owner = await createOwner()
    const code = await mailedCode(owner.email, 'login', { ip: newIpAddress() })
    await skipCodeInterval(server)
    expect((await send(owner.email, 'login')).code).toBe(0)
    expect(await useCode('login', owner, code)).toBe(0)
  })

  test.each([
    ['the browser', () => ({ cookie: inventCookie() })],
    ['the network, where cookies are blocked', () => ({ ip: newIpAddress() })],
  ])('a newer code of %s voids the older one', async (_, context) => {
    const owner = await createOwner()
    const options = context()
    const older = await mailedCode(owner.email, 'login', options)
    await skipCodeInterval(server)
    const newer = await mailedCode(owner.email, 'login', options)
    expect(await useCode('login', owner, older)).toBe(20203)
    expect(await useCode('login', owner, newer)).toBe(0)
  })

  test('all unknown browsers together wait 60 seconds between two codes', async () => {
    const { email } = await createOwner()
    expect((await send(email, 'login', { cookie: inventCookie() })).code).toBe(0)
    expect((await send(email, 'login', { cookie: inventCookie() })).code).toBe(20202)
    expect((await send(email, 'login')).code).toBe(20202)
  })

  test('a browser is given its cookie when it asks for a nonce', async () => {
    const { email } = await createOwner()
    const first = await server.call(verifyEmail, { email, scene: 'login' })
    expect(first.cookies).toEqual([expect.stringMatching(/^kerfDevice=[\w-]{43}; Path=\/; HttpOnly;/)])
    const again = await server.call(
      verifyEmail,
      { email, scene: 'login' },
      { cookie: cookieOf(first, 'kerfDevice') },
    )
    expect(again.cookies).toEqual([])
  })
})

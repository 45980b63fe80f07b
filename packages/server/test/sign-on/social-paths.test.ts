/** Every path of a social sign-in: at the demo provider, an OpenID provider, Facebook, GitHub and WeChat. */
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { connectSocialFlow, describeSocialFlow, loginWithAccessToken } from '@kerf/contract/endpoints/social'
import { beforeEach, describe, expect, test } from 'vitest'
import { newEmail, requestCode, seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { type Browser, createBrowser, LANDING, type Result, reachCallback, readResult } from './browser.ts'
import { CHANNELS, clientIdOf, useDialectMocks, wechatOpenId } from './dialect-mocks.ts'
import { useMockProvider } from './mock-provider.ts'

const mock = await useMockProvider()
const dialects = await useDialectMocks()
const server = await useTestServer({ env: { ...mock.env, ...dialects.env } })
beforeEach(() => {
  mock.mode = 'ok'
  mock.refuses = false
  dialects.mode = 'ok'
  dialects.refuses = false
})

interface Identity {
  readonly key: number
  readonly email?: string
  readonly verified?: boolean
  readonly refuses?: boolean
}
interface Provider {
  readonly channel: string
  /** whether the provider marks email addresses as verified */
  readonly verifiesEmail: boolean
  /** whether the provider returns email addresses */
  readonly hasEmail: boolean
  /** Starts a sign-in at the provider and returns the callback URL. */
  visit(browser: Browser, identity: Identity): Promise<string>
}

const CALLBACK = /\/oauth\/[\w-]+\/callback\?/
const out = (browser: Browser, channel: string): Promise<string> =>
  browser.follow(`/oauth/${channel}/auth?op=login`, CALLBACK)

const demo: Provider = {
  channel: 'demo',
  verifiesEmail: true,
  hasEmail: true,
  visit: (browser, { key, email, verified, refuses }) =>
    reachCallback(browser, {
      name: `Path ${key}`,
      choice: email === undefined ? 'none' : verified ? 'verified' : 'unverified',
      email: email ?? '',
      action: refuses ? 'refuse' : 'continue',
    }),
}
const independent: Provider = {
  channel: 'mock',
  verifiesEmail: true,
  hasEmail: true,
  visit(browser, { key, email, verified = false, refuses = false }) {
    mock.refuses = refuses
    mock.person = {
      sub: `path-${key}`,
      name: 'Path',
      ...(email !== undefined && { email, email_verified: verified }),
    }
    return out(browser, 'mock')
  },
}
const dialect = (channel: string, verifiesEmail: boolean, hasEmail: boolean): Provider => ({
  channel,
  verifiesEmail,
  hasEmail,
  visit(browser, { key, email, verified = false, refuses = false }) {
    dialects.refuses = refuses
    dialects.person = { id: String(key), name: 'Path', verified, ...(email !== undefined && { email }) }
    return out(browser, channel)
  },
})
const PROVIDERS = [
  demo,
  independent,
  dialect('facebook', false, true),
  dialect('github', true, true),
  dialect('wechat', false, false),
]

let keys = 1_000
const newKey = (): number => {
  keys += 1
  return keys
}

describe.each(PROVIDERS)('$channel', ({ channel, verifiesEmail, hasEmail, visit }) => {
  const land = async (browser: Browser, callback: string): Promise<Result> => {
    const { data } = await readResult(server, await browser.follow(callback, LANDING))
    return data
  }
  const come = async (identity: Identity, browser = createBrowser(server)): Promise<Result> =>
    land(browser, await visit(browser, identity))
  const needsOf = async (result: Result): Promise<string> => {
    expect(result).toMatchObject({ code: 20115, utoken: '', created: false, channel })
    return (await server.call(describeSocialFlow, { flow: result.flow ?? '' })).data.needs
  }
  const uidOf = async (token: string): Promise<string> =>
    (await server.call(getBasicInfo, undefined, { token })).data.uid
  const proveMailbox = async (flow: string, email: string): Promise<string> => {
    const { captcha, nonce } = await requestCode(server, email, 'bind')
    const { code, data } = await server.call(connectSocialFlow, { flow, email, captcha, nonce })
    expect([code, data.created]).toEqual([0, true])
    return uidOf(data.utoken)
  }
  const linksOf = (uid: string) => server.sql('select channel from social_link where uid = $1', uid)

  test('creates an account at once for a verified address, otherwise after verification; signs in the next time', async () => {
    const identity = { key: newKey(), verified: true, ...(hasEmail && { email: newEmail() }) }
    const result = await come(identity)
    let uid: string
    if (verifiesEmail) {
      expect(result).toMatchObject({ code: 0, created: true, channel })
      uid = await uidOf(result.utoken)
    } else {
      expect(await needsOf(result)).toBe('email')
      uid = await proveMailbox(result.flow ?? '', identity.email ?? newEmail())
    }
    const again = await come({ key: identity.key })
    expect(again).toMatchObject({ code: 0, created: false })
    expect(await uidOf(again.utoken)).toBe(uid)
    expect(await linksOf(uid)).toEqual([{ channel }])
  })

  test('requires proof of ownership for an email address that has an account', async () => {
    const { uid, email } = await seedPerson(server)
    for (const verified of [true, false]) {
      const result = await come({ key: newKey(), email, verified })
      expect(await needsOf(result)).toBe(verifiesEmail && verified ? 'proof' : 'email')
    }
    expect(await linksOf(uid)).toEqual([])
  })

  test('creates no account for an unverified address', async () => {
    const email = newEmail()
    expect(await needsOf(await come({ key: newKey(), email, verified: false }))).toBe('email')
    expect(await server.sql('select from account where email = $1', email)).toHaveLength(0)
  })

  test('asks for an email address if there is none', async () => {
    const result = await come({ key: newKey() })
    expect(await needsOf(result)).toBe('email')
    await proveMailbox(result.flow ?? '', newEmail())
  })

  test('reports refused consent and stores nothing', async () => {
    const browser = createBrowser(server)
    const result = await come({ key: newKey(), email: newEmail(), verified: true, refuses: true }, browser)
    expect(result).toMatchObject({ code: 20401, utoken: '', channel })
    expect(result.flow).toBeUndefined()
    expect(browser.cookies.has('utoken')).toBe(false)
  })

  test('accepts a callback once and only in the browser that started', async () => {
    const browser = createBrowser(server)
    const callback = await visit(browser, { key: newKey(), email: newEmail(), verified: true })
    expect((await land(createBrowser(server), callback)).code).toBe(20206)
    const second = createBrowser(server)
    const own = await visit(second, { key: newKey(), email: newEmail(), verified: true })
    expect([0, 20115]).toContain((await land(second, own)).code)
    expect((await land(second, own)).code).toBe(20206)
  })

  test('rejects the code of another request', async () => {
    const [mine, theirs] = [createBrowser(server), createBrowser(server)]
    const one = new URL(await visit(mine, { key: newKey(), email: newEmail(), verified: true }))
    const other = new URL(await visit(theirs, { key: newKey(), email: newEmail(), verified: true }))
    one.searchParams.set('code', other.searchParams.get('code') ?? '')
    // A provider without PKCE is protected by the state alone, which is bound to the browser.
    const expected = channel === 'wechat' ? [20115] : [20401]
    expect(expected).toContain((await land(mine, one.href)).code)
  })
})

describe.each(CHANNELS)('%s', channel => {
  const come = async (): Promise<number> => {
    const browser = createBrowser(server)
    const landing = await browser.follow(`/oauth/${channel}/auth?op=login`, LANDING)
    return (await readResult(server, landing)).data.code
  }
  test('reports an unavailable provider and recovers', async () => {
    dialects.person = { id: String(newKey()), name: 'Path' }
    dialects.mode = '500'
    expect(await come()).toBe(20902)
    dialects.mode = 'ok'
    expect(await come()).toBe(20115)
  })

  test('reports rejected client credentials', async () => {
    dialects.mode = 'bad secret'
    expect(await come()).toBe(20401)
  })
})

describe.each([...CHANNELS, 'google'] as const)('a native token of %s', channel => {
  const openIdOf = (id: string, client?: string) =>
    channel === 'wechat' ? { openId: wechatOpenId({ id }, client) } : {}
  const send = async (accessToken: string, more: { openId?: string } = {}) => {
    const input = { op: 'login', cid: clientIdOf(channel), accessToken, ...more } as const
    const { code, data } = await server.call(loginWithAccessToken, input, { params: { channel } })
    return { code: code === 0 ? data.code : code, utoken: data?.utoken, flow: data?.flow }
  }
  const newPerson = () => {
    dialects.person = { id: String(newKey()), name: 'Path', email: newEmail(), verified: true }
    return dialects.person
  }

  test('signs in, or asks for an address where the provider verifies none', async () => {
    const { id } = newPerson()
    const { code } = await send(dialects.token(clientIdOf(channel)), openIdOf(id))
    expect(code).toBe({ facebook: 20115, github: 0, google: 0, wechat: 20115 }[channel])
  })

  test('is rejected if it is expired, unknown or issued to another app', async () => {
    const { id } = newPerson()
    for (const token of [dialects.token('another-app'), dialects.token(clientIdOf(channel), true), 'made-up'])
      expect((await send(token, openIdOf(id))).code).toBe(20401)
  })
})

test('a WeChat token needs its openid; the token of another developer is another identity', async () => {
  const channel = 'wechat'
  const send = async (accessToken: string, openId?: string) => {
    const input = { op: 'login', cid: clientIdOf(channel), accessToken, openId } as const
    return await server.call(loginWithAccessToken, input, { params: { channel } })
  }
  const id = String(newKey())
  dialects.person = { id, name: 'Path' }
  const own = dialects.token(clientIdOf(channel))
  expect((await send(own)).code).toBe(20401)
  expect((await send(own, wechatOpenId({ id: 'somebody' }))).code).toBe(20401)
  const { flow = '' } = (await send(own, wechatOpenId({ id }))).data
  const email = newEmail()
  const connected = await server.call(connectSocialFlow, {
    ...{ flow, email },
    ...(await requestCode(server, email, 'bind')),
  })
  expect(connected.code).toBe(0)
  expect((await send(dialects.token(clientIdOf(channel)), wechatOpenId({ id }))).data.code).toBe(0)
  const foreign = await send(dialects.token('another-app'), wechatOpenId({ id }, 'another-app'))
  expect(foreign.data).toMatchObject({ code: 20115, utoken: '' })
})

/**
 * Public corpora of email addresses at every call that takes one: the address that a code proves is the address that is kept
 * and handed out.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { findPassword } from '@kerf/contract/endpoints/password'
import { getFullInfo } from '@kerf/contract/endpoints/profile'
import { login, loginByVerificationCode, register } from '@kerf/contract/endpoints/sign-in'
import {
  sendVerificationCode,
  verifyEmail,
  verifyEnterpriseAccount,
} from '@kerf/contract/endpoints/verification'
import { expect, test } from 'vitest'
import { parseMailbox } from '../../src/platform/config/parse-mailbox.ts'
import { PASSWORD } from '../support/accounts.ts'
import { readAddressTests, readNamedCorpora, sampleOf } from '../support/corpora.ts'
import { useTestServer } from '../support/test-server.ts'

const require = createRequire(import.meta.url)
const readPackage = (path: string): string => readFileSync(require.resolve(path), 'utf8')

/** The tests of isemail.info by Dominic Sayers. */
const sayers = readAddressTests(readPackage('email-addresses/test/tests.xml'))
/** The string literals of the lists in the tests of email-validator. */
const listed = [...readPackage('email-validator/test.js').matchAll(/^\s*("(?:[^"\\]|\\.)*"),?$/gm)].map(
  ([, literal = '']) => JSON.parse(literal) as string,
)
const OWN = ['*', '#', '/', '?', '%23', '＃', '\\', ':', '%00', '\u2100'].flatMap(sign => [
  `m@evil.test${sign}.kerf.example`,
  `m${sign}@evil.test`,
])
const named = readNamedCorpora().emailAddresses
const corpus = sampleOf([...new Set([...sayers, ...listed, ...OWN, ...named])], 60)

const server = await useTestServer()

test('the corpora are complete', context => {
  if (named.length === 0) context.annotate('skipped: further lists of addresses (KERF_CORPORA)')
  expect([sayers.length, listed.length >= 40]).toEqual([163, true])
})

test('no call that takes an address fails on one of the corpora', async () => {
  const code = { captcha: '123456', nonce: 'A'.repeat(43) }
  const calls = (email: string) => [
    ...['login', 'register', 'findpwd', 'bind'].map(scene => server.call(verifyEmail, { email, scene })),
    server.call(login, { email, password: PASSWORD }),
    server.call(loginByVerificationCode, { email, ...code }),
    server.call(register, { email, password: PASSWORD, ...code, agreement: true }),
    server.call(findPassword, { email, password: PASSWORD, ...code }),
    server.call(verifyEnterpriseAccount, { account: email }),
    server.call(sendVerificationCode, { receiver: email, nonce: code.nonce, ticket: 'any' }),
  ]
  const failed: string[] = []
  for (const email of corpus)
    for (const { status } of await Promise.all(calls(email)))
      if (status >= 500) failed.push(`${status} ${JSON.stringify(email)}`)
  expect(failed).toEqual([])
})

test('an address of the corpora is refused, or kept as it was mailed', async () => {
  const kept: string[] = []
  for (const email of corpus) {
    const { code, data } = await server.call(verifyEmail, { email, scene: 'register' })
    const address = parseMailbox(email.trim())?.address ?? ''
    expect([0, 20001, 20116, 20117], email).toContain(code)
    if (code !== 0) continue
    const { nonce } = data
    expect([
      email,
      (await server.call(sendVerificationCode, { receiver: email, nonce, ticket: 'any' })).code,
    ]).toEqual([email, 0])
    const captcha = await server.waitForCode(address)
    const answer = await server.call(register, {
      email,
      password: 'birch-ply-0719',
      captcha,
      nonce,
      agreement: true,
    })
    expect([email, answer.code]).toEqual([email, 0])
    const { utoken: token, uid } = answer.data
    const info = (await server.call(getFullInfo, undefined, { token })).data
    const identifiers = await server.sql('select value from sign_in_identifier where uid = $1', uid)
    expect([info.email, identifiers]).toEqual([address, [{ value: address.toLowerCase() }]])
    // What an app parses from the address is the host that the mail went to.
    const host = address.slice(address.lastIndexOf('@') + 1)
    expect([host, /[/?#%[\]]/.test(address)]).toEqual([new URL(`mailto://${host}`).host, false])
    kept.push(address)
  }
  expect(kept.length).toBeGreaterThan(corpus.length / 10)
  expect(kept.filter(address => address.includes('kerf.example'))).toEqual([])
})

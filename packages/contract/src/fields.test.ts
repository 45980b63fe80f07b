import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { asFieldErrorKey, FIELD_ERRORS } from './field-errors.ts'
import {
  currentPassword,
  email,
  enterpriseAccount,
  opaqueToken,
  ownScene,
  publicScene,
  SCENES,
  verificationCode,
} from './fields.ts'
import { browserLanguage, isLanguage, toLanguage } from './language.ts'

/** Returns the parsed value, or the key of the error. */
const parse = (schema: v.GenericSchema, value: unknown): unknown => {
  const result = v.safeParse(schema, value)
  return result.success ? { value: result.output } : result.issues[0]?.message
}

describe('email address', () => {
  test.each([
    'ada@example.com',
    'Ada.Lovelace+cut@Example.CO.UK',
    "o'brien@example.com",
    '_@example.com',
    'a@b.co',
    '1234567890@example.com',
    'x!#$%&*/=?^`{|}~-y@example.com',
    '用户@例子.中国',
    'ada@münchen.example',
    `${'a'.repeat(64)}@example.com`,
    'ada@xn--mnchen-3ya.example',
    'a@sub.sub.sub.example.com',
  ])('accepts %s', address => {
    expect(parse(email, `  ${address} `)).toEqual({ value: address })
  })

  test.each([
    '',
    ' ',
    undefined,
    null,
    7,
    {},
    [],
    ['ada@example.com'],
    'ada',
    'ada@',
    '@example.com',
    'ada@localhost',
    'ada@@example.com',
    'ada@example.com@example.org',
    'ada example@example.com',
    'ada@exam ple.com',
    'ada@.com',
    'ada@example.',
    'ada@example.com.',
    'ada@example..com',
    'ada..b@example.com',
    'ada@example.com,bob@example.com',
    'ada@example.com;bob@example.com',
    'ada@example.com bob@example.com',
    'ada@example.com\nbcc:bob@example.com',
    'ada@example.com\r\nbcc: bob@example.com',
    'ada\u0000@example.com',
    'ada@example.com\u0000.evil',
    'ada\u200b@example.com',
    'ada\u202e@example.com',
    'ada@exa\u00admple.com',
    '"ada"@example.com',
    '"a b"@example.com',
    'Ada <ada@example.com>',
    '<ada@example.com>',
    'ada(comment)@example.com',
    'ada@[127.0.0.1]',
    'mailto:ada@example.com',
    'ada\\@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(250)}.com`,
    'ada%0abcc:bob@example.com,x',
  ])('rejects %j', address => {
    expect(['email_required', 'email_invalid']).toContain(parse(email, address))
  })

  test('distinguishes missing from invalid', () => {
    expect(['', '  ', null, 7, []].map(value => parse(email, value))).toEqual(Array(5).fill('email_required'))
    expect(parse(email, 'x')).toBe('email_invalid')
  })
})

test.each([
  ['123456', { value: '123456' }],
  [' 123456 ', { value: '123456' }],
  ['000000', { value: '000000' }],
  ['12345', 'code_invalid'],
  ['1234567', 'code_invalid'],
  ['12345a', 'code_invalid'],
  ['١٢٣٤٥٦', 'code_invalid'],
  ['１２３４５６', 'code_invalid'],
  ['123 456', 'code_invalid'],
  ['12345\n', 'code_invalid'],
  ['', 'code_required'],
  [123456, 'code_required'],
  [null, 'code_required'],
])('parses the verification code %j as %j', (value, expected) => {
  expect(parse(verificationCode, value)).toEqual(expected)
})

test.each([
  ['x'.repeat(1024), true],
  ['x'.repeat(1025), false],
  ['激'.repeat(341), true],
  ['激'.repeat(342), false],
  [' ', true],
  ['\u0000', true],
])('accepts a password of up to 1024 bytes unchanged', (value, valid) => {
  expect(parse(currentPassword, value)).toEqual(valid ? { value } : 'password_length')
})

test.each([
  ['Shop-1', { value: 'Shop-1' }],
  [' 车间 ', { value: '车间' }],
  ['', 'account_required'],
  ['x'.repeat(65), 'too_long'],
  ['a\u0000b', 'invalid'],
  ['a\nb', 'invalid'],
  ['a\u202eb', 'invalid'],
  [['shop'], 'account_required'],
])('parses the enterprise account %j as %j', (value, expected) => {
  expect(parse(enterpriseAccount, value)).toEqual(expected)
})

test.each([
  ['A_b-9', true],
  ['x'.repeat(512), true],
  ['x'.repeat(513), false],
  ['', false],
  ['a b', false],
  ['a=', false],
  ['a.b', false],
  ['a\n', false],
])('opaque token %j is valid: %s', (value, valid) => {
  expect(v.is(opaqueToken, value)).toBe(valid)
})

test('accepts the scenes of a named mailbox and of the own one only', () => {
  const accepted = (schema: v.GenericSchema) => SCENES.filter(name => v.is(schema, name))
  expect(accepted(publicScene)).toEqual(['login', 'register', 'findpwd', 'bind'])
  expect(accepted(ownScene)).toEqual(['login', 'findpwd', 'delete', 'setpwd', 'verify'])
  for (const name of ['', 'LOGIN', 'toString', '__proto__', null, 0])
    expect([v.is(publicScene, name), v.is(ownScene, name)]).toEqual([false, false])
})

test('maps an unknown error key to invalid', () => {
  for (const key of FIELD_ERRORS) expect(asFieldErrorKey(key)).toBe(key)
  expect(asFieldErrorKey('Invalid type: Expected string')).toBe('invalid')
})

test('maps a language exactly, and a browser by its first language', () => {
  expect(['zh', 'zh-CN', 'zh-TW', 'ZH', 'en', '', 'fr'].map(toLanguage)).toEqual([
    'zh',
    'zh',
    'en',
    'en',
    'en',
    'en',
    'en',
  ])
  expect(['zh', 'zh-Hans-CN,en;q=0.9', ' zh-TW', 'en-US,zh', 'zhx', ''].map(browserLanguage)).toEqual([
    'zh',
    'zh',
    'zh',
    'en',
    'en',
    'en',
  ])
  expect(['en', 'zh', 'zh-CN', 'constructor', null].map(isLanguage)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

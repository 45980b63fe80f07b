import { ERRORS, type ErrorName } from '@kerf/contract/errors'
import { ERROR_TEXTS } from '@kerf/locales/error-texts'
import { describe, expect, test } from 'vitest'
import { BusyError } from '../concurrency/limit-concurrency.ts'
import { ApiError } from '../errors/api-error.ts'
import { errorResponse, successBody, toApiError } from './envelope.ts'

const names = Object.keys(ERRORS) as ErrorName[]
/** States of the client, which no server code answers. */
const CLIENT_KEYS = ['network', 'ut_empty']

test('every key of the catalogue has a text, and every text a key', () => {
  const keys = new Set<string>([...names, ...CLIENT_KEYS])
  expect(Object.keys(ERROR_TEXTS).sort()).toEqual([...keys].sort())
})

describe.each(names)('%s', name => {
  test('is told in both languages, each in its own', () => {
    const [en, zh] = (['en', 'zh'] as const).map(
      lang => JSON.parse(errorResponse(new ApiError(name), lang, 'r').body).msg,
    )
    expect(en).toMatch(/^[A-Z][^\p{Script=Han}]+$/u)
    expect(zh).toMatch(/\p{Script=Han}/u)
  })

  test('has the status of the catalogue', () => {
    expect(errorResponse(new ApiError(name), 'en', 'r').status).toBe(ERRORS[name].status)
  })
})

test('a refusal names fields and wait where it has them', () => {
  const { headers, body } = errorResponse(new ApiError('too_many_requests', { retryAfter: 0.2 }), 'en', 'r-1')
  expect(headers).toEqual({ 'retry-after': '1' })
  expect(JSON.parse(body)).toMatchObject({ code: 20429, data: {}, requestId: 'r-1' })
  const named = errorResponse(
    new ApiError('bad_request', { fields: { email: 'email_invalid' } }),
    'en',
    'r-2',
  )
  expect(JSON.parse(named.body).data).toEqual({ fields: { email: 'email_invalid' } })
})

test('a success is code 0', () => {
  expect(JSON.parse(successBody({ a: '"' }, 'r-3'))).toEqual({
    code: 0,
    data: { a: '"' },
    msg: '',
    requestId: 'r-3',
  })
})

const withCode = (code: string, more: object = {}) =>
  Object.assign(new Error('secret detail'), { code, ...more })

test.each([
  ['a connection refused', withCode('ECONNREFUSED'), 503],
  ['an administrator shutting down', withCode('57P01'), 503],
  ['a cancelled statement', withCode('57014'), 503],
  ['too many connections', withCode('53300'), 503],
  ['a broken pool', new Error('timeout exceeded when trying to connect'), 503],
  ['an answer that never came', new Error('Query read timeout'), 503],
  ['a connection lost', new Error('Connection terminated unexpectedly'), 503],
  ['too much work', new BusyError('too much'), undefined],
  ['a constraint', withCode('23505'), 500],
  ['a slip of ours', new TypeError('x is not a function'), 500],
  ['a string', 'thrown text', 500],
  ['a transport fault', withCode('FST_ERR_CTP_BODY_TOO_LARGE', { statusCode: 413 }), 413],
  ['another library with a status', withCode('OTHER', { statusCode: 404 }), 500],
])('%s is told without its detail', (_name, error, status) => {
  const told = toApiError(error)
  const answer = errorResponse(told.fault, 'en', 'r', told.status)
  expect(answer.status).toBe(status ?? 503)
  expect(answer.body).not.toMatch(/secret|function|thrown|unique/)
  expect(told.fault.code).toBe(status === 413 ? 20001 : 20901)
})

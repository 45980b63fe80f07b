import { commonErrors, type Endpoint } from '@kerf/contract/endpoint'
import { ENDPOINTS } from '@kerf/contract/endpoints/all-endpoints'
import { ERRORS, type ErrorName } from '@kerf/contract/errors'
import { ERROR_TEXTS } from '@kerf/locales/error-texts'
import { describe, expect, test } from 'vitest'
import { BusyError } from '../platform/concurrency/limit-concurrency.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import { errorResponse, toApiError } from './error-response.ts'
import { successBody } from './success-body.ts'

const names = Object.keys(ERRORS) as ErrorName[]
/** Errors that only a client reports. */
const CLIENT_KEYS = ['network', 'ut_empty']

test('every error of the catalog has a text, and every text an error', () => {
  const keys = new Set<string>([...names, ...CLIENT_KEYS])
  expect(Object.keys(ERROR_TEXTS).sort()).toEqual([...keys].sort())
})

describe.each(names)('%s', name => {
  test('has a text in English and in Chinese', () => {
    const [en, zh] = (['en', 'zh'] as const).map(
      lang => JSON.parse(errorResponse(new ApiError(name), lang, 'r').body).msg,
    )
    expect(en).toMatch(/^[A-Z][^\p{Script=Han}]+$/u)
    expect(zh).toMatch(/\p{Script=Han}/u)
  })

  test('has a text without words of a form for developers, if an app may get it', () => {
    const isForApps = Object.values(ENDPOINTS as Readonly<Record<string, Endpoint>>).some(
      endpoint => endpoint.access === 'app' && [...commonErrors(endpoint), ...endpoint.errors].includes(name),
    )
    if (!isForApps) return
    for (const lang of ['en', 'zh'] as const) {
      const { msg } = JSON.parse(errorResponse(new ApiError(name), lang, 'r', { forDevelopers: true }).body)
      expect(msg).not.toMatch(
        /form|your account|customer service|log in again|refresh|填写|您的账号|客服|刷新/i,
      )
      expect(msg.length).toBeGreaterThan(5)
    }
  })

  test('responds with the status of the catalog', () => {
    expect(errorResponse(new ApiError(name), 'en', 'r').status).toBe(ERRORS[name].status)
  })
})

test('an error response contains its fields and Retry-After', () => {
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

test('a success response has code 0', () => {
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
  ['a query timeout', new Error('Query read timeout'), 503],
  ['a connection lost', new Error('Connection terminated unexpectedly'), 503],
  ['too much work', new BusyError('too much'), undefined],
  ['a constraint', withCode('23505'), 500],
  ['a programming error', new TypeError('x is not a function'), 500],
  ['a string', 'thrown text', 500],
  ['a transport error', withCode('FST_ERR_CTP_BODY_TOO_LARGE', { statusCode: 413 }), 413],
  ['another library with a status', withCode('OTHER', { statusCode: 404 }), 500],
])('%s is answered without internal details', (_name, error, status) => {
  const mapped = toApiError(error)
  const answer = errorResponse(mapped.apiError, 'en', 'r', mapped)
  expect(answer.status).toBe(status ?? 503)
  expect(answer.body).not.toMatch(/secret|function|thrown|unique/)
  expect(mapped.apiError.code).toBe(status === 413 ? 20004 : 20901)
})

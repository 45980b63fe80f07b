import { expect, test } from 'vitest'
import { commonErrors, type Endpoint } from '../endpoint.ts'
import { ERRORS } from '../errors.ts'
import { ENDPOINTS } from './all-endpoints.ts'

const endpoints = Object.entries(ENDPOINTS) as [string, Endpoint][]

/** Method and path of each endpoint that the specification names. */
const SPECIFIED = [
  'PATCH /v1/user/headpic',
  'PATCH /v1/user/password',
  'PATCH /v1/enterprise/password',
  'PATCH /v1/user/otherinfo',
  'PATCH /v1/user/gender',
  'PATCH /v1/user/birthday',
  'PATCH /v1/user/country',
  'GET /v1/user/fullinfo',
  'GET /v1/user/basic',
  'POST /v1/user/logout',
  'POST /v1/user/delete',
  'GET /v1/region/country',
  'GET /v1/region/country/:id/states',
  'POST /v1/user/unbind/oauth',
  'GET /v1/user/session/log',
  'POST /v1/user/session/clear',
  'POST /v1/login',
  'POST /v1/enterprise/login',
  'POST /v1/login/email/captcha',
  'POST /v1/register',
  'POST /v1/find/password',
  'POST /v1/verify/email',
  'POST /v1/user/verify/email',
  'POST /v1/enterprise/verify/account',
  'POST /v1/captcha',
  'POST /v1/verify/ncdata/google',
  'POST /v2/verify/ncdata',
  'GET /v2/verify/ncdata',
  'POST /v1/exchange/effect',
  'GET /v1/exchange/list',
  'GET /v1/safety/getPrizePDF',
  'GET /v1/safety/getPrizeInfo',
  'PATCH /v1/safety/completed',
  'GET /message/v1/web/list',
  'GET /message/v1/web/count',
  'POST /message/v1/web/read',
  'POST /message/v1/web/read/all',
  'GET /message/v1/web/my/settings',
  'POST /message/v1/web/my/settings',
  'POST /message/v2/web/my/settings',
]

const routeOf = ({ method, path }: Endpoint): string => `${method} ${path}`

test('contains the endpoints of the specification', () => {
  expect(endpoints.map(([, endpoint]) => routeOf(endpoint))).toEqual(expect.arrayContaining(SPECIFIED))
})

test('has a unique method and path for each endpoint', () => {
  expect(new Set(endpoints.map(([, endpoint]) => routeOf(endpoint))).size).toBe(endpoints.length)
})

test.each(endpoints)('%s has a valid path, a summary and known errors', (_name, endpoint) => {
  expect(endpoint.path).toMatch(/^\/(?:v1|v2|message|oauth)(?:\/:?[\w-]+)+$/)
  expect(endpoint.summary).toMatch(/^[A-Z].*\.$/)
  const names: readonly string[] = endpoint.errors
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) {
    expect(Object.hasOwn(ERRORS, name)).toBe(true)
    expect((commonErrors(endpoint) as readonly string[]).includes(name)).toBe(false)
  }
})

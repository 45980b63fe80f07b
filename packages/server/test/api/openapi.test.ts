/**
 * The OpenAPI document against the server. Requests are generated from the document; ajv decides which of them it allows. The
 * server must refuse the forbidden ones as malformed, and no others, and every answer must be documented.
 *
 * OPENAPI_RUNS: requests for each call (default 6). OPENAPI_SEED: another sequence of requests. A failure prints its seed and the
 * smallest request that fails.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EXAMPLE_OPTIONS, openApiDocument } from '../../src/web/openapi/openapi-document.ts'
import { insertLiveSession } from '../account-center/fixtures.ts'
import { credentials, registerApp } from '../sign-on/register-app.ts'
import { PASSWORD, seedBusiness, seedPerson } from '../support/accounts.ts'
import { newIpAddress } from '../support/api-call.ts'
import { sampleOf } from '../support/corpora.ts'
import { useTestServer } from '../support/test-server.ts'
import { type GeneratedRequest, requestsOf } from './openapi/arbitrary-requests.ts'
import { type OpenApi, type Operation, readDocument } from './openapi/document-operations.ts'

const RUNS = Number(process.env.OPENAPI_RUNS ?? 6)
const SEED = Number(process.env.OPENAPI_SEED ?? 20_260)
/** With `TEST_CORPORA=whole` the classes of Unicode characters are prepared at first. */
const TIMEOUT_MS = 120_000 + RUNS * 200
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const server = await useTestServer()
const app = await registerApp(server, 'https://shop.example')
const document = (await (await fetch(`${server.url}/v1/openapi.json`)).json()) as OpenApi
const reader = readDocument(document)

interface Accounts {
  readonly personal: { readonly uid: string; readonly email: string }
  readonly business: { readonly uid: string; readonly account: string }
}

async function credentialsOf(
  { security = [], operationId }: Operation,
  { caller }: GeneratedRequest,
  accounts: Accounts,
) {
  if (caller === 'anonymous' || security.length === 0) return {}
  const isRightful = caller === 'rightful'
  if (security.some(scheme => 'basic' in scheme))
    return isRightful ? app : credentials('kerf_nobody', 'secret')
  const isForEnterprise = /enterprise|postpone/i.test(operationId)
  const { uid } = isForEnterprise === isRightful ? accounts.business : accounts.personal
  return { utoken: await insertLiveSession(server, uid) }
}

async function send(operation: Operation, request: GeneratedRequest, accounts: Accounts) {
  const url = new URL(request.path, server.url)
  url.search = new URLSearchParams(request.query).toString()
  const [type = 'application/json'] = Object.keys(operation.requestBody?.content ?? {})
  const isFile = operation.requestBody !== undefined && type !== 'application/json'
  const body = isFile ? 'no picture' : request.body === undefined ? undefined : JSON.stringify(request.body)
  const response = await fetch(url, {
    method: operation.method,
    redirect: 'manual',
    headers: {
      'x-forwarded-for': newIpAddress(),
      ...(await credentialsOf(operation, request, accounts)),
      ...request.headers,
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const answer = (isJson && text !== '' ? JSON.parse(text) : {}) as {
    code?: number
    data?: { fields?: Record<string, string> }
  }
  return { status: response.status, headers: response.headers, text, answer }
}

const isMalformed = ({ status, answer }: Awaited<ReturnType<typeof send>>): boolean =>
  status === 400 && answer.code === 20001

/** A request that is too long is refused before it is read. */
const TRANSPORT_STATUSES = [413, 414, 431]

/**
 * The length of a new password is a setting, so the call checks it and not the schema: another refusal of the form, such as two
 * passwords that differ, may be found first.
 */
const isOtherRefusal = ({ forbidden = '' }: GeneratedRequest, { status }: { status: number }): boolean =>
  status === 422 && /^data\/password must NOT have (?:more|fewer) than \d+ characters$/.test(forbidden)

/** A caller without the right credentials may be refused before the request is read. */
const isRefusedCaller = ({ status }: { status: number }): boolean => status === 401 || status === 403

/** Names of the calls. The stream is left out, because it ends with its session only. */
const names = Object.values(openApiDocument(EXAMPLE_OPTIONS).paths as OpenApi['paths'])
  .flatMap(methods => Object.values(methods).map(({ operationId }) => operationId))
  .filter(name => name !== 'streamMessages')

describe.each(names)('%s', name => {
  test(
    'refuses what the document forbids, and documents what it answers',
    async () => {
      const operation = reader.operations.find(({ operationId }) => operationId === name)
      if (!operation) throw new Error(`${name} is not in the document`)
      const accounts = { personal: await seedPerson(server), business: await seedBusiness(server) }
      const known = {
        email: [accounts.personal.email],
        account: [accounts.business.account],
        password: [PASSWORD],
        oldPassword: [PASSWORD],
      }
      let allowed = 0
      await fc.assert(
        fc.asyncProperty(requestsOf(reader, operation, known), async request => {
          const answered = await send(operation, request, accounts)
          const undocumented = reader.findUndocumented(operation, answered)
          if (undocumented !== undefined) throw new Error(undocumented)
          if (request.forbidden !== undefined) {
            const isRefused =
              TRANSPORT_STATUSES.includes(answered.status) ||
              isOtherRefusal(request, answered) ||
              isMalformed(answered) ||
              (request.caller !== 'rightful' && isRefusedCaller(answered))
            if (!isRefused) throw new Error(`answers ${answered.status} although ${request.forbidden}`)
            return
          }
          allowed++
          if (!isMalformed(answered)) return
          const fields = Object.keys(answered.answer.data?.fields ?? {})
          const rules = operation['x-value-rules'] ?? {}
          if (fields.length === 0 || !fields.every(field => (field.split('.')[0] ?? '') in rules))
            throw new Error(`refuses a request that the document allows: ${answered.text}`)
        }),
        { seed: SEED, numRuns: RUNS, includeErrorInReport: true },
      )
      expect(allowed).toBeGreaterThan(0)
    },
    TIMEOUT_MS,
  )
})

test('every other method of a path is answered with 405 and the documented methods', async () => {
  for (const [index, [path, documented]] of Object.entries(document.paths).entries()) {
    const allowed = Object.keys(documented).map(method => method.toUpperCase())
    const others = METHODS.filter(one => !allowed.includes(one))
    for (const method of sampleOf(others, 1, index)) {
      const response = await fetch(server.url + path.replace(/\{\w+\}/g, 'DE'), { method })
      const { code } = (await response.json()) as { code: number }
      const allow = (response.headers.get('allow') ?? '').split(', ')
      expect([method, path, response.status, code]).toEqual([method, path, 405, 20003])
      expect(allow.filter(one => one !== 'HEAD' && one !== 'OPTIONS').sort()).toEqual(allowed.sort())
    }
  }
})

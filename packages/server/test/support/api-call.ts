/** Calls an endpoint over HTTP and checks the rules that every answer follows. */
import { commonErrors, type Endpoint, type InputOf, isInQuery, type OutputOf } from '@kerf/contract/endpoint'
import { ERRORS, errorNameOfCode } from '@kerf/contract/errors'
import * as v from 'valibot'
import { expect } from 'vitest'

export interface CallOptions {
  readonly token?: string
  /** default: the companion of the token's session, as a browser would send it (see session-companion.ts) */
  readonly cookie?: string
  readonly lang?: string
  /** IP address of the caller; by default every call has a new one */
  readonly ip?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly params?: Readonly<Record<string, string>>
  /** index of the process that answers */
  readonly process?: number
}

export interface Answer<T> {
  readonly status: number
  readonly code: number
  /** data of a success, or `{fields?}` of an error */
  readonly data: T
  readonly fields: Readonly<Record<string, string>> | undefined
  readonly msg: string
  readonly requestId: string
  readonly headers: Headers
  /** Set-Cookie lines */
  readonly cookies: readonly string[]
  /** unparsed body */
  readonly text: string
}

/** Accepts any input, so that tests can send what the types forbid. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  input?: InputOf<E> | AnyInput,
  options?: CallOptions,
) => Promise<Answer<OutputOf<E>>>

export type AnyInput = Readonly<Record<string, unknown>> | null | readonly unknown[] | string | number

let addresses = 0
/** Returns an IP address that no other call of this test file uses. */
export function newIpAddress(): string {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Returns the companion cookie that an answer sets, as a request sends it. */
export const companionCookieOf = ({ cookies }: Pick<Answer<unknown>, 'cookies'>): string | undefined =>
  cookies.find(line => line.includes('kerfCompanion='))?.split(';')[0]

export function createCall(urls: readonly string[]): Call {
  const companions = new Map<string, string>()
  return async (endpoint, input, options = {}) => {
    // Some paths have no empty parameter.
    const missing = endpoint.lastParameter === undefined ? '' : 'x'
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => options.params?.[name] ?? missing)
    const url = new URL(path, urls[options.process ?? 0])
    const writes = endpoint.method !== 'GET'
    const inQuery = isInQuery(endpoint)
    if (inQuery && input) url.search = new URLSearchParams(input as Record<string, string>).toString()
    const { token = '', cookie = companions.get(token) } = options
    const response = await fetch(url, {
      method: endpoint.method,
      headers: {
        'x-forwarded-for': options.ip ?? newIpAddress(),
        ...(writes && { 'content-type': 'application/json' }),
        ...(options.lang !== undefined && { lang: options.lang }),
        ...(options.token !== undefined && { utoken: options.token }),
        ...(cookie !== undefined && { cookie }),
        ...options.headers,
      },
      ...(writes && { body: JSON.stringify(input === undefined || inQuery ? {} : input) }),
    })
    const answer = await readAnswer(response)
    expectDeclaredAnswer(endpoint, answer)
    const owner = (answer.data as { utoken?: string } | null)?.utoken ?? options.token
    const companion = companionCookieOf(answer)
    if (owner !== undefined && companion !== undefined) companions.set(owner, companion)
    return answer as Answer<never>
  }
}

/** Reads an answer and checks its envelope, request id and headers, and that it contains no internal detail. */
export async function readAnswer(response: Response): Promise<Answer<unknown>> {
  const text = await response.text()
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const body = JSON.parse(text) as { code: number; data: unknown; msg: string; requestId: string }
  expect(Object.keys(body).sort()).toEqual(['code', 'data', 'msg', 'requestId'])
  expect(body.requestId).toMatch(/^[\w-]{8}-[0-9a-z]+$/)
  const { headers, status } = response
  expect(headers.get('x-request-id')).toBe(body.requestId)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cache-control')).toBe('no-store')
  // A random token may hold any short word, in any case.
  expect(text).not.toMatch(
    /\.ts:\d|node_modules|\bat \w+ \(|select |insert into |FST_ERR|ECONN[A-Z]{3}|valibot/,
  )
  const { fields } = body.data as { fields?: Record<string, string> }
  return { ...body, status, headers, fields, cookies: headers.getSetCookie(), text }
}

/** Checks that data matches the endpoint's output exactly, or that the error is declared for the endpoint or for all. */
function expectDeclaredAnswer(endpoint: Endpoint, { code, status, data, text }: Answer<unknown>): void {
  if (code === 0) {
    expect(status).toBe(200)
    expect(v.parse(endpoint.output, data)).toEqual(data)
    return
  }
  const declared: readonly number[] = [...commonErrors(endpoint), ...endpoint.errors].map(
    name => ERRORS[name].code,
  )
  if (!declared.includes(code))
    throw new Error(`${endpoint.path} answers ${code}, which it does not declare: ${text}`)
  expect(status).toBe(ERRORS[errorNameOfCode(code) ?? 'system'].status)
}

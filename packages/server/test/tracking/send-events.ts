/** Sends events in the format of the SDK and as plain JSON. */
import { TRACKING_PATH, TRACKING_SDK_PATH } from '@kerf/contract/tracking/tracking'
import { newIpAddress } from '../support/api-call.ts'
import type { TestServer } from '../support/test-server.ts'

export interface RequestOptions {
  readonly ip?: string
  readonly headers?: Readonly<Record<string, string>>
}

export const post = (server: TestServer, path: string, body: string | Buffer, sent: RequestOptions = {}) =>
  fetch(new URL(path, server.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': sent.ip ?? newIpAddress(),
      ...sent.headers,
    },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

export const sendAsSdk = (server: TestServer, events: unknown, sent?: RequestOptions) =>
  post(server, TRACKING_SDK_PATH, `data_list=${encodeURIComponent(base64(events))}`, sent)

export const sendPlain = (server: TestServer, value: unknown, sent: RequestOptions = {}) =>
  post(server, TRACKING_PATH, JSON.stringify(value), {
    ...sent,
    headers: { 'content-type': 'application/json', ...sent.headers },
  })

let visitors = 0
export const newVisitor = (): string => `19a5f0c4e3b-${++visitors}-1e525636-2073600-19a5f0c4e3c`

export const sdkEvent = (
  visitor: string,
  event: string,
  properties: Readonly<Record<string, unknown>> = {},
  more: Readonly<Record<string, unknown>> = {},
) => ({
  identities: { $identity_cookie_id: visitor },
  distinct_id: visitor,
  lib: { $lib: 'js' },
  type: 'track',
  event,
  time: Date.now(),
  properties,
  ...more,
})

export interface StoredEvent {
  readonly event: string
  readonly login: string | null
  readonly properties: Readonly<Record<string, unknown>>
  readonly late: number
}

export const readStoredEvents = (server: TestServer, visitor: string): Promise<StoredEvent[]> =>
  server.sql(
    `select event, login, properties, extract(epoch from at - occurred_at)::float8 as late
       from tracking_event where visitor = $1 order by occurred_at, event`,
    visitor,
  )

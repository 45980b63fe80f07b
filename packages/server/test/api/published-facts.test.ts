/** docs/calls.md explains every field that an app meets, and its rate limits and sizes are those of the code. */
import { readFileSync } from 'node:fs'
import type { Endpoint } from '@kerf/contract/endpoint'
import { ENDPOINTS } from '@kerf/contract/endpoints/all-endpoints'
import { getBasicInfo, getFullInfo } from '@kerf/contract/endpoints/profile'
import { MESSAGE_BODY_MAX, MESSAGE_LINK_MAX, MESSAGE_TITLE_MAX } from '@kerf/contract/message-limits'
import { describe, expect, test } from 'vitest'
import { RATE_LIMIT as COOKIE_SYNC_LIMIT } from '../../src/identity/cookie-sync/cookie-sync-dependencies.ts'
import { RATE_LIMIT as SOCIAL_LIMIT } from '../../src/identity/social/social-browser-routes.ts'
import { TICKETS_PER_MINUTE } from '../../src/identity/ticket/create-ticket.ts'
import {
  BROADCASTS_PER_DAY,
  CALLS_PER_MINUTE,
  MESSAGES_PER_ACCOUNT_AND_DAY,
} from '../../src/messaging/message/publish/publish-by-app.ts'
import { STREAMS_PER_MINUTE } from '../../src/messaging/message/stream/message-stream-routes.ts'
import { readConfig } from '../../src/platform/config/config.ts'

const document = readFileSync(new URL('../../../../docs/calls.md', import.meta.url), 'utf8')
const block = (name: string) => document.split(`<!-- ${name} -->\n`)[1]?.split(`<!-- /${name} -->`)[0] ?? ''

interface Schema {
  readonly type: string
  readonly entries?: Readonly<Record<string, Schema>>
  readonly item?: Schema
  readonly wrapped?: Schema
  readonly options?: readonly Schema[]
}

/** Dotted paths of the fields of a schema; `[]` marks the items of a list. */
function fieldsOf(schema: Schema | undefined, prefix = ''): string[] {
  if (!schema) return []
  if (schema.wrapped) return fieldsOf(schema.wrapped, prefix)
  if (schema.type === 'array') return fieldsOf(schema.item, `${prefix}[]`)
  return Object.entries(schema.entries ?? {}).flatMap(([name, field]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    return [path, ...fieldsOf(field, path)]
  })
}

describe('the fields', () => {
  const endpoints = Object.values(ENDPOINTS as Readonly<Record<string, Endpoint>>)
  const met = [...endpoints.filter(({ access }) => access === 'app'), getBasicInfo, getFullInfo]
  const fields = new Set(
    met.flatMap(({ input, output }) => [input, output].flatMap(schema => fieldsOf(schema as Schema))),
  )
  const rows = block('fields').split('\n').slice(2)
  const explained = new Set(
    rows.flatMap(row => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name)),
  )

  test('of every call of an app are explained, and no others', () => {
    expect(fields.size).toBeGreaterThan(40)
    expect([...explained].sort()).toEqual([...fields].sort())
  })

  test('have the sizes of the code', () => {
    for (const size of [MESSAGE_TITLE_MAX, MESSAGE_BODY_MAX, MESSAGE_LINK_MAX])
      expect(block('fields')).toContain(`most ${size.toLocaleString('en')} characters`)
  })
})

const MINUTES = (seconds: number) => (seconds === 60 ? 'a minute' : `${seconds / 60} minutes`)

test('the rate limits are those of the code', () => {
  const { codesPerAddress, codesPerReceiver } = readConfig({}, '/')
  const rows = [
    ['calls', 'limit', 'counted for'],
    ['---', '---', '---'],
    ['`POST /v1/messages`, `/v1/messages/revoke`', `${CALLS_PER_MINUTE} a minute`, 'client id'],
    ['`POST /v1/messages` to `uid:UID`', `${MESSAGES_PER_ACCOUNT_AND_DAY} a day`, 'client id and account'],
    ['`POST /v1/messages` to `app:CODE` or `all`', `${BROADCASTS_PER_DAY} a day`, 'client id'],
    ['`POST /v1/ticket`', `${TICKETS_PER_MINUTE.limit} in ${MINUTES(TICKETS_PER_MINUTE.seconds)}`, 'account'],
    ['`GET /message/v1/web/stream`', `${STREAMS_PER_MINUTE} a minute, 8 at once`, 'account'],
    ['`/v1/cookie/*`', `${COOKIE_SYNC_LIMIT.limit} in ${MINUTES(COOKIE_SYNC_LIMIT.seconds)}`, 'network'],
    [
      '`/oauth/{channel}/auth` and its return',
      `${SOCIAL_LIMIT.limit} in ${MINUTES(SOCIAL_LIMIT.seconds)}`,
      'network',
    ],
    ['verification codes', `${codesPerReceiver} a day, unless the operator changes it`, 'mailbox'],
    ['verification codes', `${codesPerAddress} a day, unless the operator changes it`, 'network'],
    ['`/v1/ticket/redeem`, `alive`, `end`, `/v1/benefits/feed`', 'none', ''],
  ]
  expect(block('rate-limits')).toBe(rows.map(row => `| ${row.join(' | ')} |\n`).join(''))
})

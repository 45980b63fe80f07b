/** What came over the wire → events that may be stored. Never throws: what cannot be read is left out (S-116, S-117). */

import { allowedProperties, TRACKING_LIMITS } from '@kerf/contract/tracking'
import { parseProperties } from '@kerf/contract/tracking-properties'
import type { StoredEvent } from './tracking-store.ts'

export interface ReadEvents {
  readonly events: readonly StoredEvent[]
  /** how many were left out */
  readonly refused: number
}

type Loose = Readonly<Record<string, unknown>>

const NOTHING: ReadEvents = { events: [], refused: 1 }
const VISITOR = /^[\w$-]+$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Milliseconds by which a visitor's clock and a stay in the browser's store may differ from now. */
const LATE = 24 * 3600_000
const EARLY = 5 * 60_000

const isLoose = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A form of the SDK: `data_list` for a batch, `data` for one event; base64 of UTF-8 JSON. */
export function parseSdkForm(body: string): unknown {
  const form = new URLSearchParams(body)
  const [list, one] = [form.get('data_list'), form.get('data')]
  const text = Buffer.from(list ?? one ?? '', 'base64').toString('utf8')
  const value = parse(text)
  return list === null && value !== undefined ? [value] : value
}

/** `{visitor, login?, events}` in the shape of the SDK's events. */
export function parsePlainBody(body: string): unknown {
  const value = parse(body)
  if (!isLoose(value) || !Array.isArray(value.events)) return undefined
  const { visitor, login, events } = value
  return events.map(one =>
    isLoose(one)
      ? { ...one, type: 'track', distinct_id: visitor, identities: { $identity_login_id: login } }
      : undefined,
  )
}

function readEvent(one: unknown, methods: ReadonlySet<string>, now: number): StoredEvent | undefined {
  if (!isLoose(one) || (one.type !== 'track' && one.type !== 'track_signup')) return undefined
  const { event, time, properties } = one
  if (typeof event !== 'string' || event.length > TRACKING_LIMITS.key) return undefined
  const kinds = allowedProperties(event, methods)
  if (kinds === undefined) return undefined
  const identities = isLoose(one.identities) ? one.identities : {}
  const login = identities.$identity_login_id
  const visitor = identities.$identity_cookie_id ?? one.anonymous_id ?? one.distinct_id
  if (typeof visitor !== 'string' || visitor.length > TRACKING_LIMITS.id || !VISITOR.test(visitor))
    return undefined
  const believable = typeof time === 'number' && time > now - LATE && time < now + EARLY
  return {
    occurredAt: believable ? time : now,
    event,
    visitor,
    login: typeof login === 'string' && UUID.test(login) ? login : null,
    properties: parseProperties(kinds, isLoose(properties) ? properties : {}),
  }
}

/** More than the limit in one request: none of them is ours. */
export function readEvents(list: unknown, methods: ReadonlySet<string>, now: number): ReadEvents {
  if (!Array.isArray(list) || list.length > TRACKING_LIMITS.events) return NOTHING
  const events = list.flatMap(one => readEvent(one, methods, now) ?? [])
  return { events, refused: list.length - events.length }
}

/** Parses request bodies to events that may be stored. Never throws: whatever does not parse is refused (S-116, S-117). */
import { DAY_SECONDS } from '@kerf/contract/limits'
import { allowedProperties, TRACKING_LIMITS } from '@kerf/contract/tracking/tracking'
import { parseProperties } from '@kerf/contract/tracking/tracking-properties'
import type { StoredEvent } from './tracking-store.ts'

export interface ParsedEvents {
  readonly events: readonly StoredEvent[]
  /** number of events that were left out */
  readonly refused: number
}

type JsonObject = Readonly<Record<string, unknown>>

const VISITOR = /^[\w$-]+$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** A browser may store events and send them later. */
const PAST_MAX_MS = DAY_SECONDS * 1_000
/** A browser's clock may be ahead of the server's. */
const FUTURE_MAX_MS = 5 * 60_000

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Form body of the SDK: `data_list` for a batch, `data` for one event; base64 of UTF-8 JSON. */
export function parseSdkForm(body: string): unknown {
  const form = new URLSearchParams(body)
  const [list, single] = [form.get('data_list'), form.get('data')]
  const value = parseJson(Buffer.from(list ?? single ?? '', 'base64').toString('utf8'))
  return list === null && value !== undefined ? [value] : value
}

/** JSON body `{visitor, login?, events}`. Returns the events in the format of the SDK. */
export function parsePlainBody(body: string): unknown {
  const value = parseJson(body)
  if (!isObject(value) || !Array.isArray(value.events)) return undefined
  const { visitor, login, events } = value
  return events.map(event =>
    isObject(event)
      ? { ...event, type: 'track', distinct_id: visitor, identities: { $identity_login_id: login } }
      : undefined,
  )
}

/** undefined: the event is refused. A time that is not plausible is replaced by `now`. */
function parseEvent(value: unknown, methods: ReadonlySet<string>, now: number): StoredEvent | undefined {
  if (!isObject(value) || (value.type !== 'track' && value.type !== 'track_signup')) return undefined
  const { event, time, properties } = value
  if (typeof event !== 'string' || event.length > TRACKING_LIMITS.key) return undefined
  const kinds = allowedProperties(event, methods)
  if (kinds === undefined) return undefined
  const identities = isObject(value.identities) ? value.identities : {}
  const login = identities.$identity_login_id
  const visitor = identities.$identity_cookie_id ?? value.anonymous_id ?? value.distinct_id
  if (typeof visitor !== 'string' || visitor.length > TRACKING_LIMITS.id || !VISITOR.test(visitor))
    return undefined
  const isPlausible = typeof time === 'number' && time > now - PAST_MAX_MS && time < now + FUTURE_MAX_MS
  return {
    occurredAt: isPlausible ? time : now,
    event,
    visitor,
    login: typeof login === 'string' && UUID.test(login) ? login : null,
    properties: parseProperties(kinds, isObject(properties) ? properties : {}),
  }
}

/** `methods`: the sign-in methods that this installation offers. A list above the limit is refused as a whole. */
export function parseEvents(list: unknown, methods: ReadonlySet<string>, now: number): ParsedEvents {
  if (!Array.isArray(list) || list.length > TRACKING_LIMITS.events) return { events: [], refused: 1 }
  const events = list.flatMap(value => parseEvent(value, methods, now) ?? [])
  return { events, refused: list.length - events.length }
}

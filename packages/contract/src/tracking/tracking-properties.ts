/** Filters the properties of an event: in the portal before sending, on the server before storing. */
import type { PropertyKind } from './tracking.ts'
import { SDK_LIMITS } from './tracking-limits.ts'
import { redactText, sanitizeOrigin, sanitizeUrl } from './tracking-redaction.ts'

export type Property = string | number | boolean
export type Properties = Readonly<Record<string, Property>>

const WORD = /^[\w.$:-]*$/

function parseProperty(kind: PropertyKind, value: unknown): Property | undefined {
  if (kind === 'number') return typeof value === 'number' && Number.isFinite(value) ? value : undefined
  if (kind === 'flag') return typeof value === 'boolean' ? value : undefined
  if (typeof value !== 'string') return undefined
  if (typeof kind !== 'string') return kind.includes(value) ? value : undefined
  if (value.length > (kind === 'word' ? SDK_LIMITS.key : SDK_LIMITS.string * 4)) return undefined
  if (kind === 'address') return sanitizeUrl(value)
  if (kind === 'origin') return sanitizeOrigin(value)
  const clean = redactText(value)
  return kind === 'word' && !WORD.test(clean) ? undefined : clean
}

export function parseProperties(
  kinds: Readonly<Record<string, PropertyKind>>,
  given: Readonly<Record<string, unknown>>,
): Properties {
  const found: Record<string, Property> = {}
  for (const [name, kind] of Object.entries(kinds)) {
    const value = Object.hasOwn(given, name) ? parseProperty(kind, given[name]) : undefined
    if (value !== undefined && value !== '') found[name] = value
  }
  return found
}

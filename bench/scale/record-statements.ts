/**
 * Records one example of each named statement that a process sends. Preloaded into a server (`--import`), which then answers the
 * message `statements` of its parent.
 */
import pg from 'pg'

export interface RecordedStatement {
  readonly name: string
  readonly text: string
  /** in PostgreSQL's text form */
  readonly values: readonly (string | null)[]
}

const recorded = new Map<string, RecordedStatement>()

const quote = (value: string): string => `"${value.replace(/["\\]/g, '\\$&')}"`

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value))
    return `{${value.map(one => (one === null ? 'NULL' : quote(toText(one) ?? ''))).join()}}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

type Query = (this: pg.Client, config: unknown, ...rest: unknown[]) => unknown
const prototype = pg.Client.prototype as unknown as { query: Query }
const { query } = prototype
prototype.query = function recordingQuery(config, ...rest) {
  const { name, text, values = [] } = (config ?? {}) as { name?: string; text?: string; values?: unknown[] }
  if (name !== undefined && text !== undefined && !recorded.has(name))
    recorded.set(name, { name, text, values: values.map(toText) })
  return query.call(this, config, ...rest)
}

/** Returns what was recorded since the last call. */
export function takeStatements(): RecordedStatement[] {
  const all = [...recorded.values()]
  recorded.clear()
  return all
}

process.on('message', message => {
  if (message === 'statements') process.send?.(takeStatements())
})

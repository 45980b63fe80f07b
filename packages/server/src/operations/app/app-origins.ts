/** Origins as an operator writes them: exact ones only, since each is a place a person's ticket may go to (S-031). */
import { OperationError } from '../operation-error.ts'

const MOST = 20
const NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const LOCAL = /^(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1)$/

function parseOrigin(text: string, production: boolean): string {
  const given = text.trim()
  const url = URL.canParse(given) ? new URL(given) : undefined
  const isLocal = url !== undefined && LOCAL.test(url.hostname)
  if (url === undefined || (!isLocal && !NAME.test(url.hostname)) || !/^https?:$/.test(url.protocol))
    throw new OperationError(`"${given}" is no origin, e.g. https://app.example.com.`)
  if (url.origin !== given)
    throw new OperationError(`"${given}" is more than an origin, or written another way: ${url.origin}`)
  if (isLocal && production) throw new OperationError(`"${given}" is an origin in development only.`)
  if (url.protocol === 'http:' && !isLocal) throw new OperationError(`"${given}" must be https.`)
  return given
}

/** Each once, in the order given. Throws an OperationError. */
export function parseOrigins(texts: readonly string[], production: boolean): readonly string[] {
  if (texts.length === 0) throw new OperationError('An app has at least one origin.')
  if (texts.length > MOST) throw new OperationError(`An app has at most ${MOST} origins.`)
  return [...new Set(texts.map(text => parseOrigin(text, production)))]
}

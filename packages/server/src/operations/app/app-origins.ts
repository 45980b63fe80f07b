/** Validates the origins of an app. They are exact, because one-time tickets are sent to them (S-031). */
import { OperationError } from '../input/operation-error.ts'

const ORIGINS_MAX = 20
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const LOCAL_HOST = /^(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1)$/

function parseOrigin(text: string, production: boolean): string {
  const given = text.trim()
  const url = URL.canParse(given) ? new URL(given) : undefined
  const isLocal = url !== undefined && LOCAL_HOST.test(url.hostname)
  if (url === undefined || (!isLocal && !HOST_NAME.test(url.hostname)) || !/^https?:$/.test(url.protocol))
    throw new OperationError('origin_invalid', { origin: given })
  if (url.origin !== given)
    throw new OperationError('address_not_normal', { address: given, written: url.origin })
  if (isLocal && production) throw new OperationError('address_development', { address: given })
  if (url.protocol === 'http:' && !isLocal) throw new OperationError('address_not_https', { address: given })
  return given
}

/** Without duplicates, in the order given. Throws an OperationError. */
export function parseOrigins(texts: readonly string[], production: boolean): readonly string[] {
  if (texts.length === 0) throw new OperationError('origins_none')
  if (texts.length > ORIGINS_MAX) throw new OperationError('origins_too_many', { max: ORIGINS_MAX })
  return [...new Set(texts.map(text => parseOrigin(text, production)))]
}

/**
 * Validates the addresses that an app registers for OpenID Connect. They are compared exactly, because authorization codes are
 * sent to them (RFC 9700, section 2.1); native apps follow RFC 8252.
 */
import type { AppType } from '../../identity/index.ts'
import { OperationError } from '../input/operation-error.ts'

const ADDRESSES_MAX = 20
const ADDRESS_LENGTH_MAX = 500
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** Of a server in development. */
const LOCAL_HOST = /^(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1)$/
/** Of a native app. Not `localhost`: it may resolve to another interface (RFC 8252, section 8.3). */
const LOOPBACK_ADDRESS = /^(?:127\.0\.0\.1|\[::1\])$/
/** A reversed domain name, as RFC 8252, section 7.1 demands: a scheme without a dot may belong to another app. */
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/
/** The response adds these. In a registered address they would come twice, and the app may read the wrong one. */
const RESPONSE_PARAMETERS = ['code', 'state', 'iss', 'error', 'error_description', 'response', 'id_token']

interface Rule {
  readonly type: AppType
  /** allows https only, and none on this machine */
  readonly production: boolean
}

function parseAddress(text: string): URL {
  const address = text.trim()
  if (!URL.canParse(address)) throw new OperationError('address_invalid', { address })
  const url = new URL(address)
  if (address.length > ADDRESS_LENGTH_MAX)
    throw new OperationError('address_too_long', { address, max: ADDRESS_LENGTH_MAX })
  if (address.includes('*')) throw new OperationError('address_wildcard', { address })
  if (address.includes('#')) throw new OperationError('address_fragment', { address })
  if (url.username !== '' || url.password !== '') throw new OperationError('address_user', { address })
  if (url.href !== address && url.href !== `${address}/`)
    throw new OperationError('address_not_normal', { address, written: url.href })
  const doubled = RESPONSE_PARAMETERS.find(name => url.searchParams.has(name))
  if (doubled) throw new OperationError('address_parameter', { address, parameter: doubled })
  return url
}

function assertServerAddress(given: string, url: URL, production: boolean): void {
  const isLocal = LOCAL_HOST.test(url.hostname)
  if (!/^https?:$/.test(url.protocol) || !(isLocal || HOST_NAME.test(url.hostname)))
    throw new OperationError('address_invalid', { address: given })
  if (isLocal && production) throw new OperationError('address_development', { address: given })
  if (url.protocol === 'http:' && !isLocal) throw new OperationError('address_not_https', { address: given })
}

function assertNativeAddress(given: string, url: URL): void {
  if (LOOPBACK_ADDRESS.test(url.hostname)) {
    if (url.protocol !== 'http:') throw new OperationError('address_loopback_https', { address: given })
    if (url.port !== '') throw new OperationError('address_loopback_port', { address: given })
    return
  }
  if (LOCAL_HOST.test(url.hostname)) throw new OperationError('address_localhost', { address: given })
  if (/^https?:$/.test(url.protocol)) {
    assertServerAddress(given, url, true)
    return
  }
  if (!PRIVATE_SCHEME.test(url.protocol)) throw new OperationError('address_scheme', { address: given })
  if (url.host !== '' || !url.pathname.startsWith('/'))
    throw new OperationError('address_slash', { address: given })
}

/** Addresses that a browser returns to: after authorization, or after a logout. Without duplicates. Throws an OperationError. */
export function parseReturnAddresses(
  texts: readonly string[],
  { type, production }: Rule,
): readonly string[] {
  if (texts.length > ADDRESSES_MAX) throw new OperationError('addresses_too_many', { max: ADDRESSES_MAX })
  if ((type === 'device' || type === 'api') && texts.length > 0)
    throw new OperationError('addresses_not_for_type', { type })
  return [
    ...new Set(
      texts.map(text => {
        const given = text.trim()
        const url = parseAddress(given)
        if (type === 'native') assertNativeAddress(given, url)
        else assertServerAddress(given, url, production)
        return given
      }),
    ),
  ]
}

/** The address of the app's server that receives logout tokens. Throws an OperationError. */
export function parseBackchannelAddress(text: string, { type, production }: Rule): string {
  if (type !== 'web') throw new OperationError('backchannel_web_only')
  const given = text.trim()
  assertServerAddress(given, parseAddress(given), production)
  return given
}

/** The resource indicator of an API (RFC 8707), as a URL parser writes it. Throws an OperationError. */
export function parseResource(text: string, production: boolean): string {
  const given = text.trim()
  const url = parseAddress(given)
  assertServerAddress(given, url, production)
  return url.href
}

/** A page about the app for people, shown on the consent screen. Throws an OperationError. */
export function parsePageAddress(text: string, production: boolean): string {
  const given = text.trim()
  assertServerAddress(given, parseAddress(given), production)
  return given
}

/** The host that pairwise ids belong to: of the first https address, else the app itself. */
export const sectorOf = (redirectUris: readonly string[], clientId: string): string => {
  const url = redirectUris.map(uri => new URL(uri)).find(({ protocol }) => protocol === 'https:')
  return url?.hostname ?? clientId
}

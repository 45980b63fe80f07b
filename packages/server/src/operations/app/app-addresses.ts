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
  const given = text.trim()
  const refuse = (why: string) => new OperationError(`"${given}" ${why}`)
  if (!URL.canParse(given)) throw refuse('is not an address such as https://app.example.com/callback.')
  const url = new URL(given)
  if (given.length > ADDRESS_LENGTH_MAX) throw refuse(`is longer than ${ADDRESS_LENGTH_MAX} characters.`)
  if (given.includes('*')) throw refuse('must not contain "*": addresses are exact.')
  if (given.includes('#')) throw refuse('must not have a fragment.')
  if (url.username !== '' || url.password !== '') throw refuse('must not contain a user name.')
  if (url.href !== given && url.href !== `${given}/`)
    throw refuse(`is not written as browsers send it: ${url.href}`)
  const doubled = RESPONSE_PARAMETERS.find(name => url.searchParams.has(name))
  if (doubled) throw refuse(`must not have the parameter ${doubled}: the response adds it.`)
  return url
}

function assertServerAddress(given: string, url: URL, production: boolean): void {
  const isLocal = LOCAL_HOST.test(url.hostname)
  if (!/^https?:$/.test(url.protocol) || !(isLocal || HOST_NAME.test(url.hostname)))
    throw new OperationError(`"${given}" is not an address such as https://app.example.com/callback.`)
  if (isLocal && production) throw new OperationError(`"${given}" is allowed in development only.`)
  if (url.protocol === 'http:' && !isLocal) throw new OperationError(`"${given}" must be https.`)
}

function assertNativeAddress(given: string, url: URL): void {
  if (LOOPBACK_ADDRESS.test(url.hostname)) {
    if (url.protocol !== 'http:') throw new OperationError(`"${given}": a loopback address is http.`)
    if (url.port !== '')
      throw new OperationError(`"${given}": register a loopback address without its port. Every port works.`)
    return
  }
  if (LOCAL_HOST.test(url.hostname))
    throw new OperationError(`"${given}": write 127.0.0.1 or [::1]. "localhost" may lead elsewhere.`)
  if (/^https?:$/.test(url.protocol)) {
    assertServerAddress(given, url, true)
    return
  }
  if (!PRIVATE_SCHEME.test(url.protocol))
    throw new OperationError(
      `"${given}": the scheme must be a reversed domain name, for example com.example.app:/callback.`,
    )
  if (url.host !== '' || !url.pathname.startsWith('/'))
    throw new OperationError(`"${given}": one "/" follows a private scheme: com.example.app:/callback.`)
}

/** Addresses that a browser returns to: after authorization, or after a logout. Without duplicates. Throws an OperationError. */
export function parseReturnAddresses(
  texts: readonly string[],
  { type, production }: Rule,
): readonly string[] {
  if (texts.length > ADDRESSES_MAX)
    throw new OperationError(`An app has at most ${ADDRESSES_MAX} addresses of one kind.`)
  if ((type === 'device' || type === 'api') && texts.length > 0)
    throw new OperationError(
      `An app of type ${type} has no redirect and no post-logout address: no browser returns to it.`,
    )
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
  if (type !== 'web')
    throw new OperationError(
      'Only an app of type web has a back-channel address: logout tokens go to a server.',
    )
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

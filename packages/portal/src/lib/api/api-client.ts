/** The API client of the page. Lazily loaded: pages that make no call do not need it. */
import { type CallOptions, type ClientContext, createClient } from '@kerf/contract/client/client'
import type { Endpoint, InputOf, OutputOf } from '@kerf/contract/endpoint'
import { getLanguage } from '../page/language.ts'
import { getPageContext } from '../page/page-context.ts'
import { getCompanion } from '../token/companion.ts'
import { needsPartitionedCookies } from '../token/cookie-state.ts'
import { reportSessionExpired } from '../token/session-expiry.ts'
import { getCurrentToken } from '../token/token.ts'
import { errorNameOf, isSessionExpiry } from './error-name.ts'
import { getInterceptor } from './interceptors.ts'

/** Some browsers lack it. */
declare const Temporal: { readonly Now: { timeZoneId(): string } } | undefined

/** Temporal knows the zone at once; the first format of Intl loads the data of all calendars, which delays the login of a slow phone. */
export const findTimeZone = (): string =>
  typeof Temporal === 'undefined'
    ? Intl.DateTimeFormat().resolvedOptions().timeZone
    : Temporal.Now.timeZoneId()

/** What the headers of each call say about this page. */
export const clientContext: ClientContext = {
  baseUrl: '',
  token: getCurrentToken,
  companion: getCompanion,
  language: getLanguage,
  timeZone: findTimeZone,
  app() {
    const { data, system, url } = getPageContext()
    return { code: data.app.code, platform: system, version: url.av ?? '', origin: data.brand.code }
  },
  cookieOptions: () => ({ ...getPageContext().url, partitioned: needsPartitionedCookies() }),
  online: () => navigator.onLine,
}

/** A client for one specific token, which need not be the current one. It does not report an expired session. */
export const createApiClient = (token: () => string | undefined) =>
  createClient({ ...clientContext, token, companion: () => undefined })

const client = createClient(clientContext)

/**
 * Calls an endpoint with the current token. Resolves to the data of the answer; rejects with an ApiError. A rejected token
 * is also reported to the page (`onSessionExpired`), once, unless it was replaced meanwhile. An interceptor may answer a
 * refused call, for example by repeating it after a human check.
 */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions & {
    /** The caller treats an expired session as success. */
    readonly expiryIsFine?: boolean
  } = {},
): Promise<OutputOf<E>> {
  const token = getCurrentToken()
  try {
    return await client(endpoint, input, options)
  } catch (error) {
    if (isSessionExpiry(error) && !options.expiryIsFine && token && token === getCurrentToken())
      reportSessionExpired()
    const interceptor = getInterceptor(errorNameOf(error))
    if (!interceptor) throw error
    const { signal = new AbortController().signal } = options
    const repeat = (more: object) =>
      callApi(endpoint, { ...(input as object), ...more } as InputOf<E>, options)
    return (await interceptor({ error, input, signal, repeat })) as OutputOf<E>
  }
}

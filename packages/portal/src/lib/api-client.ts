/** The one client of the page. Pages that are only looked at do not load it. */
import { type CallOptions, type ClientContext, createClient } from '@kerf/contract/client'
import type { Endpoint, InputOf, OutputOf } from '@kerf/contract/endpoint'
import { needsPartitionedCookies } from './cookie-partition.ts'
import { isSessionExpiry } from './error-name.ts'
import { getLanguage } from './language.ts'
import { getPageContext } from './page-context.ts'
import { reportSessionExpired } from './session-expiry.ts'
import { getCurrentToken } from './token.ts'

/** What calls of this page say of it. */
export const clientContext: ClientContext = {
  baseUrl: '',
  token: getCurrentToken,
  language: getLanguage,
  app() {
    const { data, system, url } = getPageContext()
    return { code: data.app.code, platform: system, version: url.av ?? '', origin: data.brand.code }
  },
  cookieOptions: () => ({ ...getPageContext().url, partitioned: needsPartitionedCookies() }),
  online: () => navigator.onLine,
}

/** A client that speaks for one token, whoever is signed in. */
export const createApiClient = (token: () => string | undefined) => createClient({ ...clientContext, token })

const client = createClient(clientContext)

export async function callApi<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions & {
    /** the caller takes a dead token for success */
    readonly expiryIsFine?: boolean
  } = {},
): Promise<OutputOf<E>> {
  const token = getCurrentToken()
  try {
    return await client(endpoint, input, options)
  } catch (error) {
    // An answer to an old token says nothing about the one that has taken its place meanwhile.
    if (isSessionExpiry(error) && !options.expiryIsFine && token && token === getCurrentToken())
      reportSessionExpired()
    throw error
  }
}

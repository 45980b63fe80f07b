/** The one client of the page. Pages that are only looked at do not load it. */
import { type CallOptions, type ClientContext, createClient } from '@kerf/contract/client'
import type { Endpoint, InputOf, OutputOf } from '@kerf/contract/endpoint'
import { tellExpired } from './expiry.ts'
import { isExpiry } from './failure.ts'
import { language } from './language.ts'
import { needsPartition } from './own-cookies.ts'
import { page } from './page.ts'
import { currentToken } from './token.ts'

/** What calls of this page say of it. */
export const pageContext: ClientContext = {
  baseUrl: '',
  token: currentToken,
  language,
  app() {
    const { data, system, url } = page()
    return { code: data.app.code, platform: system, version: url.av ?? '', origin: data.brand.code }
  },
  cookieOptions: () => ({ ...page().url, partitioned: needsPartition() }),
  online: () => navigator.onLine,
}

/** A client that speaks for one token, whoever is signed in. */
export const clientWith = (token: () => string | undefined) => createClient({ ...pageContext, token })

const client = createClient(pageContext)

export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions & {
    /** the caller takes a dead token for success */
    readonly expiryIsFine?: boolean
  } = {},
): Promise<OutputOf<E>> {
  const token = currentToken()
  try {
    return await client(endpoint, input, options)
  } catch (error) {
    // An answer to an old token says nothing about the one that has taken its place meanwhile.
    if (isExpiry(error) && !options.expiryIsFine && token && token === currentToken()) tellExpired()
    throw error
  }
}

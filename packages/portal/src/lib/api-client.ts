/** The API client of the page. Lazily loaded: pages that make no call do not need it. */
import { type CallOptions, type ClientContext, createClient } from '@kerf/contract/client'
import type { Endpoint, InputOf, OutputOf } from '@kerf/contract/endpoint'
import type { SecondStep } from '@kerf/contract/endpoints/factors'
import { getCompanion } from './companion.ts'
import { needsPartitionedCookies } from './cookie-state.ts'
import { errorNameOf, isSessionExpiry } from './error-name.ts'
import { getHumanCheck } from './human-check-slot.ts'
import { getLanguage } from './language.ts'
import { getPageContext } from './page-context.ts'
import { getSecondStep } from './second-step-slot.ts'
import { reportSessionExpired } from './session-expiry.ts'
import { getCurrentToken } from './token.ts'

/** What the headers of each call say about this page. */
export const clientContext: ClientContext = {
  baseUrl: '',
  token: getCurrentToken,
  companion: getCompanion,
  language: getLanguage,
  timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
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
 * is also reported to the page (`onSessionExpired`), once, unless it was replaced meanwhile. A call that needs a human check
 * asks for it and is repeated. A login that needs a second step asks for it and continues.
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
    const step = errorNameOf(error) === 'second_factor_required' ? secondStepOf(error) : undefined
    const askStep = step && getSecondStep()
    // The second step answers as this call would have.
    if (step && askStep)
      return (await askStep(step, options.signal ?? new AbortController().signal)) as OutputOf<E>
    const ask = errorNameOf(error) === 'human_verification_required' ? getHumanCheck() : undefined
    if (!ask || hasTicket(input)) throw error
    // A limit is used up, perhaps by a stranger: the person passes a human check, and the call is repeated with its ticket.
    const ticket = await ask(options.signal ?? new AbortController().signal)
    return callApi(endpoint, { ...(input as object), ticket } as InputOf<E>, options)
  }
}

/** undefined: the error is not about a login */
function secondStepOf(error: unknown): SecondStep | undefined {
  const { data } = error as { readonly data?: Partial<SecondStep> }
  return data?.flow !== undefined && data.methods ? { flow: data.flow, methods: data.methods } : undefined
}

const hasTicket = (input: unknown): boolean =>
  typeof input !== 'object' || input === null || 'ticket' in input

/** Ceremonies with passkeys. Lazily loaded, by an action or after the page has loaded. */
import { ApiError } from '@kerf/contract/client/client'
import type { InputOf, OutputOf } from '@kerf/contract/endpoint'
import {
  addPasskey,
  getPasskeyCreationOptions,
  getPasskeyLoginOptions,
  type loginByPasskey,
} from '@kerf/contract/endpoints/passkey'
import {
  browserSupportsWebAuthnAutofill,
  platformAuthenticatorIsAvailable,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { callApi } from '../../lib/api/api-client.ts'

export type AssertedPasskey = InputOf<typeof loginByPasskey>['credential']
export type CreatedPasskey = InputOf<typeof addPasskey>['credential']
type RequestOptions = OutputOf<typeof getPasskeyLoginOptions>['options']
type CreationOptions = OutputOf<typeof getPasskeyCreationOptions>['options']

const nameOf = (error: unknown): string =>
  error instanceof Error ? ((error.cause as Error) ?? error).name : ''

/** Browsers report a person who closes the prompt, a prompt that times out and a forbidden frame alike: no error is shown. */
const isCancelled = (error: unknown): boolean => ['NotAllowedError', 'AbortError'].includes(nameOf(error))

function toApiError(error: unknown): ApiError {
  if (isCancelled(error)) return new ApiError('unreachable', { reason: 'abort' })
  return new ApiError('passkey_rejected')
}

export const hasPasskeyAutofill = (): Promise<boolean> => browserSupportsWebAuthnAutofill()

/** Whether the device itself can hold a passkey, by a screen lock or a fingerprint. */
export const canDeviceHoldPasskey = (): Promise<boolean> => platformAuthenticatorIsAvailable()

/** Asks for a passkey by the browser's own prompt. Rejects like an aborted call if the person cancels. */
export async function promptForPasskey(options: RequestOptions): Promise<AssertedPasskey> {
  try {
    return await startAuthentication({ optionsJSON: options })
  } catch (error) {
    throw toApiError(error)
  }
}

/** The challenge lives ten minutes. A page that stays open longer gets a new one in time. */
const RENEWAL_MS = 9 * 60_000

/** After a failed call of the autofill, doubled each time. */
const RETRY_MIN_MS = 1_000
const RETRY_MAX_MS = 60_000

/** Without an answer, or with one that says that the server has a problem, another call may succeed. */
const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && error.reason !== 'abort' && (error.status === undefined || error.status >= 500)

/** Options for the autofill, once the server can give them. */
async function getAutofillOptions(signal: AbortSignal): Promise<RequestOptions> {
  for (let delayMs = RETRY_MIN_MS; ; delayMs = Math.min(2 * delayMs, RETRY_MAX_MS)) {
    try {
      return (await callApi(getPasskeyLoginOptions, {}, { signal })).options
    } catch (error) {
      if (!isTemporary(error)) throw error
    }
    await new Promise(resolve => setTimeout(resolve, delayMs))
    await whenVisible()
    signal.throwIfAborted()
  }
}

/** Offers passkeys in the autofill of the login page until one is chosen. Rejects when `signal` aborts, and if the page has none. */
export async function waitForAutofill(signal: AbortSignal): Promise<AssertedPasskey> {
  for (;;) {
    const options = await getAutofillOptions(signal)
    signal.throwIfAborted()
    const stop = () => WebAuthnAbortService.cancelCeremony()
    const renewal = setTimeout(stop, RENEWAL_MS)
    signal.addEventListener('abort', stop)
    try {
      const chosen = await startAuthentication({ optionsJSON: options, useBrowserAutofill: true })
      signal.throwIfAborted()
      return chosen
    } catch (error) {
      signal.throwIfAborted()
      if (nameOf(error) !== 'AbortError') throw error
    } finally {
      clearTimeout(renewal)
      signal.removeEventListener('abort', stop)
    }
    await whenVisible()
  }
}

/** A page in the background asks for no challenges. */
const whenVisible = (): Promise<void> =>
  new Promise(resolve => {
    const check = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', check)
      resolve()
    }
    document.addEventListener('visibilitychange', check)
    check()
  })

/** Creates a passkey. Resolves to undefined if the device has one of the account already. */
export async function createPasskey(options: CreationOptions): Promise<CreatedPasskey | undefined> {
  try {
    return await startRegistration({ optionsJSON: options })
  } catch (error) {
    if (nameOf(error) === 'InvalidStateError') return undefined
    throw toApiError(error)
  }
}

/** Creates a passkey for the signed-in account. Resolves to false if the device has one already. */
export async function addOwnPasskey(signal: AbortSignal = new AbortController().signal): Promise<boolean> {
  const { options } = await callApi(getPasskeyCreationOptions, {}, { signal })
  const credential = await createPasskey(options)
  if (!credential) return false
  await callApi(addPasskey, { credential }, { signal })
  return true
}

interface Signal {
  readonly rpId: string
  readonly userHandle: string
}

/** Tells the browser's password manager which passkeys the account has, and its name. Browsers without the signal API ignore it. */
export function signalPasskeys(
  { rpId, userHandle }: Signal,
  passkeys: readonly { readonly id: string; readonly suspended: boolean }[],
  email: string,
): void {
  if (rpId === '' || typeof PublicKeyCredential !== 'function') return
  const shared = { rpID: rpId, userID: userHandle }
  const accepted = passkeys.filter(({ suspended }) => !suspended).map(({ id }) => id)
  ignoreErrors(
    sendSignal({ ...shared, signalName: 'allAcceptedCredentials', allAcceptedCredentialIDs: accepted }),
  )
  ignoreErrors(
    sendSignal({ ...shared, signalName: 'currentUserDetails', userName: email, userDisplayName: email }),
  )
}

/** Tells the browser that no account has this passkey, so that it is not offered again. */
export const signalUnknownPasskey = (rpId: string, id: string): void =>
  ignoreErrors(sendSignal({ signalName: 'unknownCredential', rpID: rpId, credentialID: id }))

const ignoreErrors = (sent: Promise<unknown>): void => void sent.catch(() => {})

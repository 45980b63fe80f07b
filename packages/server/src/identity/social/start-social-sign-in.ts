/** Sends a visitor to a provider, remembering what must come back (S-061, S-068). */
import type { Language } from '@kerf/contract/language'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { encrypt } from '../../platform/keys/encryption.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { randomToken, sha256 } from '../../platform/keys/secrets.ts'
import { insertRequest } from './social-flow-store.ts'
import type { SocialProvider } from './social-provider.ts'

export interface SocialSignInRequest {
  readonly channel: string
  readonly op: 'login' | 'bind'
  readonly lang: Language
  /** the calling app's OAuth client id, where one is given */
  readonly clientId: string | undefined
  /** already judged; '' for nowhere */
  readonly uri: string
  /** who connects, proved; null to sign in */
  readonly binder: Binder | null
  /** the browser's cookie value */
  readonly browser: string
  /** code of the brand seen, carried to the next page */
  readonly brand: string
}

/** Who connects, and the session it is done in: with its end, what was begun in it comes to nothing. */
export interface Binder {
  readonly uid: string
  /** handle */
  readonly session: string
}

/** What is remembered, sealed. */
export interface SocialRequestState {
  readonly nonce: string
  readonly verifier: string
  readonly lang: Language
  readonly uri: string
  readonly brand: string
  /** handle of the session that connects; '' to sign in */
  readonly session: string
}

export const REQUEST_ENCRYPTION_CONTEXT = 'social request'
/** Seconds a visitor may take at the provider. */
const REQUEST_TTL_SECONDS = 600

export interface SocialDependencies {
  readonly db: Queryable
  readonly keys: Pick<Keys, 'social'>
  readonly channels: ReadonlyMap<string, SocialProvider>
  readonly publicUrl: () => URL
}

export const socialCallbackUrl = (publicUrl: URL, channel: string): string =>
  new URL(`/oauth/${channel}/callback`, publicUrl).href

/** Where to go. Throws 20401 for an unknown channel or client id; rejects with the provider's fault. */
export function createStartSocialSignIn({ db, keys, channels, publicUrl }: SocialDependencies) {
  return async function startSocialSignIn(request: SocialSignInRequest): Promise<URL> {
    const provider = channels.get(request.channel)
    const knowsClient = request.clientId === undefined || provider?.clientIds.includes(request.clientId)
    if (!provider || !knowsClient) throw new ApiError('social_authorization_failed')
    const { lang, uri, brand, binder } = request
    const state = randomToken()
    const session = binder?.session ?? ''
    const remembered: SocialRequestState = {
      nonce: randomToken(),
      verifier: randomToken(),
      lang,
      uri,
      brand,
      session,
    }
    const redirectUri = socialCallbackUrl(publicUrl(), request.channel)
    const to = await provider.createAuthorizationUrl({ ...remembered, state, redirectUri })
    await insertRequest(
      db,
      sha256(state),
      request.channel,
      request.op,
      sha256(request.browser),
      encrypt(keys.social, JSON.stringify(remembered), REQUEST_ENCRYPTION_CONTEXT),
      binder?.uid ?? null,
      REQUEST_TTL_SECONDS,
    )
    return to
  }
}

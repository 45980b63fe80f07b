/** Redirects a visitor to a provider and stores what the callback is checked against (S-061, S-068). */
import { type SignInAgreement, signInAgreement } from '@kerf/contract/fields'
import { LANGUAGES, type Language } from '@kerf/contract/language'
import * as v from 'valibot'
import type { Caller } from '../../platform/audit/caller.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { encryptJson } from '../../platform/keys/encryption.ts'
import { randomToken, sha256 } from '../../platform/keys/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { CookieOptions } from '../../web/request/cookies.ts'
import type { SocialProvider } from './providers/social-provider.ts'
import { insertRequest, type SocialOperation } from './social-flow-store.ts'

export interface SocialSignInRequest {
  readonly channel: string
  readonly op: SocialOperation
  readonly lang: Language
  /** OAuth client id that the calling app expects; undefined if it names none */
  readonly clientId: string | undefined
  /** accepted return address, or '' */
  readonly uri: string
  /** account to connect; null to sign in */
  readonly binder: Binder | null
  /** value of the browser cookie */
  readonly browser: string
  /** code of the brand shown, for the result page */
  readonly brand: string
  /** app that the person comes from: the session's application and platform */
  readonly app: Caller['app']
  /** of the token cookie */
  readonly cookieOptions: CookieOptions
  readonly agreement: SignInAgreement
}

/** The reauthenticated account that connects an identity. If its session ends, the connection is not made. */
export interface Binder {
  readonly uid: string
  /** handle */
  readonly session: string
}

/** Stored encrypted until the callback. What is optional is missing in a request of an earlier version. */
export const SocialRequestState = v.object({
  nonce: v.string(),
  verifier: v.string(),
  lang: v.picklist(LANGUAGES),
  uri: v.string(),
  brand: v.string(),
  /** `origin`: the brand, under the name that the previous version reads */
  app: v.optional(
    v.object({
      code: v.string(),
      platform: v.string(),
      version: v.string(),
      passportVersion: v.optional(v.string(), ''),
      origin: v.string(),
    }),
  ),
  cookieOptions: v.optional(
    v.object({
      sameSite: v.optional(v.picklist(['lax', 'strict'])),
      insecure: v.boolean(),
      partitioned: v.optional(v.boolean(), false),
    }),
  ),
  /** handle of the session that connects; '' to sign in */
  session: v.optional(v.string(), ''),
  clientId: v.optional(v.string()),
  agreement: signInAgreement,
})
export type SocialRequestState = v.InferOutput<typeof SocialRequestState>

export const REQUEST_ENCRYPTION_CONTEXT = 'social request'
/** Time to complete the sign-in at the provider. */
const REQUEST_TTL_SECONDS = 600

export interface SocialDependencies extends Pick<PlatformServices, 'db' | 'keys' | 'publicUrl'> {
  readonly channels: ReadonlyMap<string, SocialProvider>
}

export const socialCallbackUrl = (publicUrl: URL, channel: string): string =>
  new URL(`/oauth/${channel}/callback`, publicUrl).href

export function createStartSocialSignIn({ db, keys, channels, publicUrl }: SocialDependencies) {
  /** Returns the provider's URL. Throws `social_authorization_failed` for an unknown channel or client id, or a ProviderError. */
  return async function startSocialSignIn(request: SocialSignInRequest): Promise<URL> {
    const provider = channels.get(request.channel)
    const hasKnownClient = request.clientId === undefined || provider?.clientIds.includes(request.clientId)
    if (!provider || !hasKnownClient) throw new ApiError('social_authorization_failed')
    const { channel, op, lang, uri, brand, cookieOptions, binder, agreement } = request
    const { brand: origin, ...app } = request.app
    const state = randomToken()
    const stored: SocialRequestState = {
      nonce: randomToken(),
      verifier: randomToken(),
      lang,
      uri,
      brand,
      app: { ...app, origin },
      cookieOptions,
      session: binder?.session ?? '',
      clientId: request.clientId ?? provider.clientIds[0],
      agreement,
    }
    const redirectUri = socialCallbackUrl(publicUrl(), channel)
    const url = await provider.createAuthorizationUrl({ ...stored, state, redirectUri })
    await insertRequest(db, {
      stateHash: sha256(state),
      channel,
      op,
      browserHash: sha256(request.browser),
      encryptedState: encryptJson(keys.social, stored, REQUEST_ENCRYPTION_CONTEXT),
      uid: binder?.uid ?? null,
      ttlSeconds: REQUEST_TTL_SECONDS,
    })
    return url
  }
}

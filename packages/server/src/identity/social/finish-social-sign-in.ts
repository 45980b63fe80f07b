/** Handles the callback of a provider and stores the result for the page that started the sign-in. */
import { ERRORS, type ErrorName } from '@kerf/contract/errors'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { decryptJson } from '../../platform/keys/encryption.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { type CookieOptions, NO_COOKIE_OPTIONS } from '../../web/request/cookies.ts'
import type { IssuedSession } from '../session/session-claims.ts'
import { type IdentityOutcome, wireCodeOf } from './identity-outcome.ts'
import { ProviderError } from './providers/social-provider.ts'
import type { SignInOrLink } from './sign-in-or-link.ts'
import { consumeRequest } from './social-flow-store.ts'
import type { SocialResults } from './social-result.ts'
import {
  REQUEST_ENCRYPTION_CONTEXT,
  type SocialDependencies,
  SocialRequestState,
  socialCallbackUrl,
} from './start-social-sign-in.ts'

export interface FinishedSocialSignIn {
  /** name of the result, for `POST /v1/oauth/result` */
  readonly result: string
  readonly signedIn: IssuedSession | undefined
  readonly lang: string
  readonly brand: string
  readonly cookieOptions: CookieOptions
}

/** The error to answer for a failed sign-in; undefined for an unexpected failure. */
export function errorNameOf(error: unknown): ErrorName | undefined {
  if (error instanceof ApiError) return error.errorName
  if (error instanceof ProviderError)
    return error.kind === 'unavailable' ? 'network_timeout' : 'social_authorization_failed'
  return undefined
}

export interface FinishDependencies extends SocialDependencies, Pick<PlatformServices, 'db'> {
  readonly signInOrLink: SignInOrLink
  readonly results: SocialResults
}

export function createFinishSocialSignIn(deps: FinishDependencies) {
  const { db, keys, channels, publicUrl, signInOrLink, results } = deps

  /** `query` holds all parameters of the provider, from the URL or the form. Rejects only for internal errors. */
  return async function finishSocialSignIn(
    channel: string,
    query: URLSearchParams,
    browser: string,
    caller: Caller,
  ): Promise<FinishedSocialSignIn> {
    const base = { utoken: '', flow: '', op: 'login', channel, created: false, uri: '' } as const
    const [state = '', ...moreStates] = query.getAll('state')
    const [request] =
      moreStates.length > 0
        ? []
        : await consumeRequest(db, { stateHash: sha256(state), channel, browserHash: sha256(browser) })
    const provider = channels.get(channel)
    if (!request || !provider) {
      const result = await results.save({ ...base, code: ERRORS.expired.code })
      return {
        result,
        signedIn: undefined,
        lang: caller.lang,
        brand: caller.app.brand,
        cookieOptions: NO_COOKIE_OPTIONS,
      }
    }

    const encrypted = request.encrypted_state
    const stored = decryptJson(keys.social, encrypted, REQUEST_ENCRYPTION_CONTEXT, SocialRequestState)
    const { op, uid } = request
    // A request of the previous version has neither an app nor options.
    const { lang, uri, brand, session, app = caller.app, cookieOptions = NO_COOKIE_OPTIONS } = stored
    // The provider's redirect carries none of the headers that a call of the portal sends.
    const starter = { ...caller, lang, app: { ...caller.app, ...app, brand } }
    const redirectUri = socialCallbackUrl(publicUrl(), channel)
    const callback = new URL(redirectUri)
    callback.search = query.toString()
    let outcome: IdentityOutcome | { readonly error: ErrorName }
    try {
      if (query.has('error')) throw new ApiError('social_authorization_failed')
      const identity = await provider.exchangeCallback({ ...stored, state, redirectUri }, callback)
      outcome = await signInOrLink(
        channel,
        { ...identity, clientId: stored.clientId },
        uid === null ? null : { uid, session },
        stored.agreement,
        starter,
      )
    } catch (error) {
      const errorName = errorNameOf(error)
      if (errorName === undefined) throw error
      const { code } = ERRORS[errorName]
      await writeAudit(db, {
        event: `social.${op}`,
        outcome: 'refused',
        uid,
        ...auditContext(starter),
        detail: { channel, code },
      })
      outcome = { error: errorName }
    }
    const signedIn = 'signedIn' in outcome ? outcome.signedIn : undefined
    const result = await results.save({
      ...base,
      op,
      uri,
      code: wireCodeOf(outcome),
      utoken: signedIn?.utoken ?? '',
      flow: 'flow' in outcome ? outcome.flow : '',
      ...('methods' in outcome && { methods: outcome.methods }),
      created: 'created' in outcome && outcome.created,
    })
    return { result, signedIn, lang, brand, cookieOptions }
  }
}

export type FinishSocialSignIn = ReturnType<typeof createFinishSocialSignIn>

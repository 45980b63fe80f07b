/** A visitor is back from a provider: what it came to is kept for the page that began, to be read once. */
import { ERRORS, type ErrorCode, type ErrorName } from '@kerf/contract/errors'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { IssuedSession } from '../../platform/http/session-claims.ts'
import { decrypt, encrypt } from '../../platform/keys/encryption.ts'
import { randomToken, sha256 } from '../../platform/keys/secrets.ts'
import { type IdentityOutcome, type ResolveIdentity, wireCodeOf } from './resolve-identity.ts'
import { consumeFlow, consumeRequest, insertFlow } from './social-flow-store.ts'
import { ProviderError } from './social-provider.ts'
import {
  REQUEST_ENCRYPTION_CONTEXT,
  type SocialDependencies,
  type SocialRequestState,
  socialCallbackUrl,
} from './start-social-sign-in.ts'

export interface SocialResult {
  readonly code: 0 | ErrorCode
  readonly utoken: string
  readonly flow: string
  readonly op: 'login' | 'bind'
  readonly channel: string
  readonly created: boolean
  readonly uri: string
}

export interface FinishedSocialSignIn {
  /** names the result, for `POST /v1/oauth/result` */
  readonly result: string
  readonly signedIn: IssuedSession | undefined
  readonly lang: string
  readonly brand: string
}

const RESULT_ENCRYPTION_CONTEXT = 'social result'
/** Seconds between the redirect and the page that reads it. */
const RESULT_TTL_SECONDS = 60

/** The error that is answered for a failed sign-in; undefined for an unexpected failure. */
export function errorNameOf(error: unknown): ErrorName | undefined {
  if (error instanceof ApiError) return error.errorName
  if (error instanceof ProviderError)
    return error.kind === 'away' ? 'network_timeout' : 'social_authorization_failed'
  return undefined
}

export function createFinishSocialSignIn(
  of: SocialDependencies & { readonly db: Database; readonly resolver: ResolveIdentity },
) {
  const { db, keys, channels, publicUrl, resolver } = of

  const keep = async (result: SocialResult): Promise<string> => {
    const name = randomToken()
    const sealed = encrypt(keys.social, JSON.stringify(result), RESULT_ENCRYPTION_CONTEXT)
    await insertFlow(db, sha256(name), 'result', sealed, null, RESULT_TTL_SECONDS)
    return name
  }

  return {
    keep,

    /** `query`: everything the provider sent, by address or by form. Rejects only for faults of ours. */
    async finish(
      channel: string,
      query: URLSearchParams,
      browser: string,
      caller: Caller,
    ): Promise<FinishedSocialSignIn> {
      const base = { utoken: '', flow: '', op: 'login', channel, created: false, uri: '' } as const
      const nowhere = { signedIn: undefined, lang: caller.lang, brand: caller.app.origin }
      const [state = '', ...others] = query.getAll('state')
      const [request] =
        others.length > 0 ? [] : await consumeRequest(db, sha256(state), channel, sha256(browser))
      const provider = channels.get(channel)
      if (!request || !provider)
        return { ...nowhere, result: await keep({ ...base, code: ERRORS.expired.code }) }

      const said = JSON.parse(
        decrypt(keys.social, request.sealed, REQUEST_ENCRYPTION_CONTEXT).toString(),
      ) as SocialRequestState
      const { op, uid } = request
      const { lang, uri, brand, session } = said
      const callback = new URL(socialCallbackUrl(publicUrl(), channel))
      callback.search = query.toString()
      let resolved: IdentityOutcome | { readonly error: ErrorName }
      try {
        if (query.has('error')) throw new ApiError('social_authorization_failed')
        const redirectUri = socialCallbackUrl(publicUrl(), channel)
        const identity = await provider.exchangeCallback({ ...said, state, redirectUri }, callback)
        const binder = uid === null ? null : { uid, session }
        resolved = await resolver.resolve(channel, identity, binder, caller)
      } catch (error) {
        const errorName = errorNameOf(error)
        if (errorName === undefined) throw error
        const { code } = ERRORS[errorName]
        await writeAudit(db, {
          event: `social.${op}`,
          outcome: 'refused',
          uid,
          ...auditContext(caller),
          detail: { channel, code },
        })
        resolved = { error: errorName }
      }
      const signedIn = 'signedIn' in resolved ? resolved.signedIn : undefined
      const result = await keep({
        ...base,
        op,
        uri,
        code: wireCodeOf(resolved),
        utoken: signedIn?.utoken ?? '',
        flow: 'flow' in resolved ? resolved.flow : '',
        created: 'created' in resolved && resolved.created,
      })
      return { result, signedIn, lang, brand }
    },

    /** Throws 20206: unknown, read before, or too old. */
    async read(name: string): Promise<SocialResult> {
      const [row] = await consumeFlow(db, sha256(name), 'result')
      if (!row) throw new ApiError('expired')
      return JSON.parse(
        decrypt(keys.social, row.sealed, RESULT_ENCRYPTION_CONTEXT).toString(),
      ) as SocialResult
    },
  }
}

export type FinishSocialSignIn = ReturnType<typeof createFinishSocialSignIn>

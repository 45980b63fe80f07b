/**
 * Logout that an app starts (OpenID Connect RP-Initiated Logout 1.0). With an ID token of this session it happens at once.
 * Otherwise the person is asked first, because any page could send the browser here.
 */
import type { Client, Provider } from 'oidc-provider/lib/provider.js'
import * as v from 'valibot'
import type { Caller } from '../../platform/audit/caller.ts'
import { isOutage } from '../../platform/db/database.ts'
import { decryptJson, encryptJson } from '../../platform/keys/encryption.ts'
import { keyedHash, randomToken } from '../../platform/keys/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { logout } from '../session/logout.ts'
import type { SessionClaims } from '../session/session-claims.ts'
import { sessionIdFor } from './tokens/openid-claims.ts'
import { consumeFlow, findFlow, upsertFlow } from './tokens/openid-flow-store.ts'

export interface LogoutRequest {
  readonly id_token_hint?: string | undefined
  readonly client_id?: string | undefined
  readonly post_logout_redirect_uri?: string | undefined
  readonly state?: string | undefined
  /** false: a picture or a script of a page sent the request */
  readonly isNavigation: boolean
}

/** What remains to be done after the logout, or before it. */
export type LogoutStep =
  /** The session has ended; `location`: of the app, or null for the portal's own page. */
  | { readonly kind: 'done'; readonly location: string | null }
  /** The person is asked on a page; `flow` names the request. */
  | { readonly kind: 'ask'; readonly flow: string }
  | { readonly kind: 'failure'; readonly error: string }

/** `location`: '' without one */
const LogoutFlow = v.object({ clientId: v.string(), location: v.string() })
export type LogoutFlow = v.InferOutput<typeof LogoutFlow>

const KIND = 'Logout'
const FLOW_TTL_SECONDS = 600

export interface RpLogoutDependencies extends Pick<PlatformServices, 'db'> {
  /** `keys.openid` */
  readonly key: Buffer
  readonly provider: () => Promise<Provider>
}

export function createRpLogout({ db, key, provider }: RpLogoutDependencies) {
  const flowKey = (flow: string) => ({ kind: KIND, hash: keyedHash(key, KIND, flow) })

  /** The client that the request names, and the payload of its ID token if it is one of ours. */
  const readRequest = async (request: LogoutRequest) => {
    const opened = await provider()
    const { id_token_hint: hint } = request
    const audience = hint === undefined ? undefined : audienceOf(hint)
    const clientId = audience ?? request.client_id
    if (clientId === undefined) return { client: undefined, payload: undefined }
    if (request.client_id !== undefined && request.client_id !== clientId) return undefined
    const client: Client | undefined = await opened.Client.find(clientId)
    if (!client) return undefined
    if (hint === undefined) return { client, payload: undefined }
    try {
      // An expired token still names its session.
      const { payload } = await opened.IdToken.validate(hint, client)
      return { client, payload }
    } catch (error) {
      if (isOutage(error)) throw error
      // The token is invalid or belongs to another app: malformed, wrong signature, issuer, audience or time.
      return undefined
    }
  }

  return {
    async start(
      request: LogoutRequest,
      session: SessionClaims | undefined,
      caller: Caller,
    ): Promise<LogoutStep> {
      const read = await readRequest(request)
      if (!read) return { kind: 'failure', error: 'invalid_request' }
      const { client, payload } = read
      const address = request.post_logout_redirect_uri
      if (address !== undefined && !client?.postLogoutRedirectUriAllowed(address))
        return { kind: 'failure', error: 'invalid_redirect_uri' }
      const location = address === undefined ? '' : withState(address, request.state)
      if (!session) return { kind: 'done', location: location || null }
      const clientId = client?.clientId ?? ''
      const isOfSession = payload?.sid === sessionIdFor(key, session.handle, clientId)
      if (isOfSession && request.isNavigation) {
        await logout(db, session, caller)
        return { kind: 'done', location: location || null }
      }
      const flow = randomToken()
      const stored: LogoutFlow = { clientId, location }
      await upsertFlow(db, {
        ...flowKey(flow),
        sealed: encryptJson(key, stored, KIND),
        ttlSeconds: FLOW_TTL_SECONDS,
      })
      return { kind: 'ask', flow }
    },

    async describe(flow: string): Promise<LogoutFlow | undefined> {
      const [row] = await findFlow(db, flowKey(flow))
      return row && !row.consumed ? decryptJson(key, row.sealed, KIND, LogoutFlow) : undefined
    },

    /** Returns where the browser goes next; undefined: the request has expired or was answered. */
    async answer(
      flow: string,
      session: SessionClaims | undefined,
      caller: Caller,
    ): Promise<{ location: string } | undefined> {
      const found = await this.describe(flow)
      if (!found || (await consumeFlow(db, flowKey(flow))).length === 0) return undefined
      if (session) await logout(db, session, caller)
      return { location: found.location }
    },
  }
}

export type RpLogout = ReturnType<typeof createRpLogout>

function withState(address: string, state: string | undefined): string {
  const url = new URL(address)
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}

/** The token is checked afterwards, with the key of this server. */
function audienceOf(token: string): string | undefined {
  try {
    const { aud } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return typeof aud === 'string' ? aud : undefined
  } catch {
    return undefined
  }
}

/** What the provider's models share during one request, so that a refresh reads and writes once for all of them. */
import type { Context } from 'oidc-provider/lib/provider.js'
import type { PairedPerson } from './openid-claims.ts'
import type { AccessRow } from './openid-token-store.ts'
import type { TokenOwner } from './token-value.ts'

export interface ChainedToken {
  readonly value: string
  readonly hash: Buffer
}

export interface RequestState {
  /** what the token of the request depends on */
  access?: AccessRow
  /** the person has no right any more on any machine that the token names */
  isWithoutRight?: boolean
  /** the values that may have replaced the refresh token of the request, from itself on, and which of them is stored */
  refresh?: {
    readonly token: TokenOwner
    readonly chain: readonly ChainedToken[]
    readonly successors: number
    /** the statement that read it has stored its successor */
    readonly isReplaced: boolean
  }
  /** the refresh token that the answer contains */
  issued?: ChainedToken
  /** whose session at a machine the access token names */
  pairedPerson?: PairedPerson
  /** of the access token of a machine */
  tokenTtlSeconds?: number
}

const states = new WeakMap<Context, RequestState>()

/** A new one outside of a request. */
export function stateOf(context: Context | undefined): RequestState {
  if (!context) return {}
  let state = states.get(context)
  if (!state) {
    state = {}
    states.set(context, state)
  }
  return state
}

/** The provider names a grant by one string. It never reaches an app. */
export const grantName = (uid: string, id: string): string => `${uid}.${id}`

export function parseName(name: string): { uid: string; id: string } {
  const [uid = '', id = ''] = name.split('.')
  return { uid, id }
}

/** Refresh tokens: rotation, and the end of the grant when one is used again. */
import { DAY_SECONDS } from '@kerf/contract/limits'
import { describeEnd } from '@kerf/contract/openid/grant-end'
import { extendGrant, findGrantStatus, GRANT_TTL_SECONDS } from '../../grant/grant-store.ts'
import { findToken, replaceRefreshToken, SUCCESSORS_MAX, type TokenKey } from './openid-token-store.ts'
import { type ChainedToken, stateOf } from './request-state.ts'
import {
  type Adapter,
  areDetailsReplaced,
  endings,
  endReused,
  hasSessionEnded,
  insertStored,
  type TokenDependencies,
  toPayload,
} from './stored-token.ts'
import {
  hashTokenValue,
  parseTokenValue,
  successorOf,
  type TokenOwner,
  withoutClaims,
} from './token-value.ts'

/** The expiry of a grant is updated when it is a day behind. */
const GRANT_SLACK_SECONDS = DAY_SECONDS

/**
 * One row for all refresh tokens of a login: it has the newest. A token that was replaced is valid until 60 seconds after the first use of
 * its successor, or of the access token issued with it, and everybody who uses it gets the newest one. So several processes of an app may
 * refresh at once, and an answer that was lost costs nothing. Any other use ends the grant.
 */
export function refreshTokens(deps: TokenDependencies): Adapter {
  const { db, clock, key, context, refuse } = deps
  const kind = 'RefreshToken'

  const findInChain = async (uid: string, chain: readonly ChainedToken[]) => {
    const row = await findToken(db.sharedReads, { uid, hashes: chain.map(({ hash }) => hash) })
    return row?.kind === kind ? { row, chain } : undefined
  }
  const next = ({ value }: ChainedToken): ChainedToken => {
    const successor = successorOf(key, value)
    return { value: successor, hash: hashTokenValue(successor) }
  }
  /** A refresh reads the token and stores its successor at once, if it is the newest one. */
  const replaceNewest = async ({ uid, grantId, hash }: TokenOwner & TokenKey, value: string) => {
    const { route, params, client } = context()?.oidc ?? {}
    if (route !== 'token' || params?.grant_type !== 'refresh_token' || !client) return undefined
    const chain = [{ value, hash }, next({ value, hash })] as const
    const row = await replaceRefreshToken(db, {
      ...{ uid, grantId, hash, clientId: client.clientId },
      successorHash: chain[1].hash,
      ttlSeconds: GRANT_TTL_SECONDS,
    })
    return row && { row, chain }
  }

  /** Most tokens were not replaced, or once. */
  const findNewest = async (uid: string, token: ChainedToken) => {
    let last = next(token)
    const chain = [token, last]
    const found = await findInChain(uid, chain)
    if (found) return found
    while (chain.length <= SUCCESSORS_MAX) {
      last = next(last)
      chain.push(last)
    }
    return findInChain(uid, chain)
  }

  /** Throws what the app reads, if the token was issued to it. */
  const refuseEnded = async ({ uid, grantId }: TokenOwner): Promise<void> => {
    const clientId = context()?.oidc?.client?.clientId
    if (clientId === undefined || context()?.oidc?.route !== 'token') return
    const [status] = await findGrantStatus(db, { uid, id: grantId })
    if (!status) throw refuse(describeEnd('account_deleted'))
    if (status.client_id !== null && status.client_id !== clientId) return
    if (status.account_status === 'banned') throw refuse(describeEnd('account_banned'))
    if (status.client_id === clientId) {
      await endReused(deps, grantId, { kind, uid, clientId })
      throw refuse(describeEnd('token_reused'))
    }
    if (status.reason === null) throw refuse(describeEnd('expired'))
    if (status.ended_client === clientId) throw refuse(describeEnd(status.reason))
  }

  return {
    async find(given) {
      const value = withoutClaims(given)
      const parsed = parseTokenValue(key, kind, value)
      if (!parsed) return undefined
      const replaced = await replaceNewest(parsed, value)
      const { row, chain } = replaced ?? (await findNewest(parsed.uid, { value, hash: parsed.hash })) ?? {}
      if (!row?.isValid || !chain) {
        await refuseEnded(parsed)
        return undefined
      }
      if (areDetailsReplaced(row.payload, row)) return undefined
      const { expiresAt, successors } = row
      if (row.payload.expiresWithSession === true && (await hasSessionEnded(clock, row))) return undefined
      if (expiresAt * 1_000 < Date.now()) throw refuse(describeEnd('expired'))
      Object.assign(stateOf(context()), {
        access: row,
        refresh: { token: parsed, chain, successors, isReplaced: replaced !== undefined },
      })
      return toPayload(kind, value, parsed, row)
    },
    async consume() {
      const state = stateOf(context())
      const { refresh, access } = state
      if (!refresh) throw refuse('unknown token')
      const { token, chain, successors, isReplaced } = refresh
      const { uid, grantId } = token
      const issued = chain[Math.max(successors, 1)]
      // `find` has replaced it, or another call did so before. Otherwise it has ended by the database's clock.
      if (!issued || (!isReplaced && successors === 0)) throw refuse(describeEnd('expired'))
      state.issued = issued
      if (!isReplaced) return
      const ttlSeconds = GRANT_TTL_SECONDS
      const expiresAt = access?.grant.expires_at ?? Number.POSITIVE_INFINITY
      if (expiresAt < Date.now() / 1_000 + GRANT_TTL_SECONDS - GRANT_SLACK_SECONDS)
        await extendGrant(db, { uid, grantId, ttlSeconds })
    },
    async upsert(given, payload, ttlSeconds) {
      const value = withoutClaims(given)
      // `consume` has stored the token that replaces another one.
      if (stateOf(context()).issued?.value !== value)
        await insertStored(deps, kind, value, payload, ttlSeconds)
    },
    ...endings(deps, kind),
  }
}

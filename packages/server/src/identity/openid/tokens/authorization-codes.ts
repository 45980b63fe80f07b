/** Authorization codes: each is used once. A second use ends the grant. */
import { describeEnd } from '@kerf/contract/openid/grant-end'
import { consumeCode, findToken } from './openid-token-store.ts'
import { stateOf } from './request-state.ts'
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
import { parseTokenValue } from './token-value.ts'

/** A row for each code, which is kept until it can no longer be used a second time. */
export function authorizationCodes(deps: TokenDependencies): Adapter {
  const { db, clock, key, context, refuse } = deps
  const kind = 'AuthorizationCode'
  return {
    async find(value) {
      const parsed = parseTokenValue(key, kind, value)
      const row = parsed && (await findToken(db.sharedReads, { uid: parsed.uid, hashes: [parsed.hash] }))
      if (!parsed || row?.kind !== kind) return undefined
      // The library ends the grant of a code that was used before.
      if (row.consumed && context()?.oidc?.client?.clientId === row.grant.client_id)
        await deps.onReuse({ kind, uid: parsed.uid, clientId: row.grant.client_id }, context())
      if (areDetailsReplaced(row.payload, row)) return undefined
      if (row.payload.expiresWithSession === true && (await hasSessionEnded(clock, row))) return undefined
      stateOf(context()).access = row
      return toPayload(kind, value, parsed, row)
    },
    upsert: (value, payload, ttlSeconds) => insertStored(deps, kind, value, payload, ttlSeconds),
    async consume(value) {
      const parsed = parseTokenValue(key, kind, value)
      if (!parsed) throw refuse('unknown code')
      if ((await consumeCode(db, parsed)).length > 0) return
      const clientId = context()?.oidc?.client?.clientId ?? ''
      await endReused(deps, parsed.grantId, { kind, uid: parsed.uid, clientId })
      throw refuse(describeEnd('code_reused'))
    },
    ...endings(deps, kind),
  }
}

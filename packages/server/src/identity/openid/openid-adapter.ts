/** Stores the models of oidc-provider in PostgreSQL. Methods that this provider never calls are missing. */

import { DAY_SECONDS } from '@kerf/contract/limits'
import { describeEnd, type GrantEnd } from '@kerf/contract/openid/grant-end'
import type { Context, Payload } from 'oidc-provider/lib/provider.js'
import * as v from 'valibot'
import type { Database } from '../../platform/db/database.ts'
import { decrypt, decryptJson, encrypt, encryptJson } from '../../platform/keys/encryption.ts'
import { keyedHash } from '../../platform/keys/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import {
  deleteGrant,
  findGrant,
  findGrantStatus,
  GRANT_TTL_SECONDS,
  type GrantRow,
} from '../grant/grant-store.ts'
import type { ClientMetadata } from './client-metadata.ts'
import { claimsOfScopes } from './tokens/openid-claims.ts'
import { consumeFlow, deleteFlow, type FlowKey, findFlow, upsertFlow } from './tokens/openid-flow-store.ts'
import {
  consumeCode,
  deleteToken,
  extendGrant,
  findAccess,
  findToken,
  insertToken,
  replaceRefreshToken,
  SUCCESSORS_MAX,
  type TokenRow,
} from './tokens/openid-token-store.ts'
import { type ChainedToken, grantName, parseName, stateOf } from './tokens/request-state.ts'
import {
  hashTokenValue,
  parseAccessTokenValue,
  parseTokenValue,
  type StoredTokenKind,
  successorOf,
  type TokenOwner,
} from './tokens/token-value.ts'

export interface Adapter {
  find?(id: string): Promise<Payload | undefined>
  findByUserCode?(code: string): Promise<Payload | undefined>
  upsert?(id: string, payload: Payload, ttlSeconds: number): Promise<void>
  consume?(id: string): Promise<void>
  destroy?(id: string): Promise<void>
  revokeByGrantId?(grant: string): Promise<void>
}

export interface TokenReuse {
  readonly kind: StoredTokenKind
  readonly uid: string
  readonly clientId: string
}

export interface AdapterDependencies extends Pick<PlatformServices, 'db'> {
  /** `keys.openid` */
  readonly key: Buffer
  readonly findClient: (clientId: string) => ClientMetadata | undefined
  /** the context of the request that runs */
  readonly context: () => Context | undefined
  /** the error that the token endpoint answers */
  readonly refuse: (reason: string) => Error
  /** a refresh token or a code was used again: it may be stolen */
  readonly onReuse: (reuse: TokenReuse, context: Context | undefined) => Promise<void>
}

/** As a grant's model: what is granted for OpenID is granted for each of its resources. */
export const grantPayload = (uid: string, grant: GrantRow): Payload => {
  const scope = grant.scopes.join(' ')
  return {
    jti: grantName(uid, grant.id),
    kind: 'Grant',
    accountId: uid,
    clientId: grant.client_id,
    iat: 0,
    exp: grant.expires_at,
    openid: { scope, claims: claimsOfScopes(grant.scopes) },
    ...(grant.resources.length > 0 && {
      resources: Object.fromEntries(grant.resources.map(resource => [resource, scope])),
    }),
  }
}

/** The expiry of a grant is updated when it is a day behind. */
const GRANT_SLACK_SECONDS = DAY_SECONDS

async function endGrant(db: Database, uid: string, id: string, reason: GrantEnd): Promise<void> {
  await db.transaction(tx => deleteGrant(tx, { uid, id }, reason))
}

/** Ends the whole grant: the server cannot know which of the two callers is the thief (RFC 9700, section 4.14.2). */
async function endReused(
  { db, onReuse, context }: AdapterDependencies,
  grantId: string,
  reuse: TokenReuse,
): Promise<void> {
  await endGrant(db, reuse.uid, grantId, reuse.kind === 'RefreshToken' ? 'token_reused' : 'code_reused')
  await onReuse(reuse, context())
}

/** Of a token: what it names, what the database has, and its payload for the library. */
const toPayload = (
  kind: StoredTokenKind,
  value: string,
  { uid, grantId }: TokenOwner,
  row: TokenRow,
): Payload => ({
  ...row.payload,
  jti: value,
  kind,
  accountId: uid,
  clientId: row.grant.client_id,
  grantId: grantName(uid, grantId),
  exp: row.expiresAt,
  ...(row.consumed && { consumed: row.expiresAt }),
})

/** A row for each code, which is kept until it can no longer be used a second time. */
function authorizationCodes(deps: AdapterDependencies): Adapter {
  const { db, key, context, refuse } = deps
  const kind = 'AuthorizationCode'
  return {
    async find(value) {
      const parsed = parseTokenValue(key, kind, value)
      const row = parsed && (await findToken(db.sharedReads, { uid: parsed.uid, hashes: [parsed.hash] }))
      if (!parsed || row?.kind !== kind) return undefined
      // The library ends the grant of a code that was used before.
      if (row.consumed && context()?.oidc?.client?.clientId === row.grant.client_id)
        await deps.onReuse({ kind, uid: parsed.uid, clientId: row.grant.client_id }, context())
      if (row.payload.expiresWithSession === true && !row.isSessionLive) return undefined
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

async function insertStored(
  { db, refuse }: AdapterDependencies,
  kind: StoredTokenKind,
  value: string,
  payload: Payload,
  ttlSeconds: number,
): Promise<void> {
  const { jti, kind: _, accountId, clientId, grantId: name, exp, ...rest } = payload
  const { uid, id: grantId } = parseName(String(name))
  const hash = hashTokenValue(value)
  const stored = await insertToken(db, {
    uid,
    grantId,
    hash,
    kind,
    payload: JSON.stringify(rest),
    ttlSeconds,
  })
  if (stored.length === 0) throw refuse('the grant has ended')
}

const endings = ({ db, key }: AdapterDependencies, kind: StoredTokenKind): Adapter => ({
  async destroy(value) {
    const parsed = parseTokenValue(key, kind, value)
    if (parsed) await deleteToken(db, parsed)
  },
  // The provider deletes the grant, and its tokens with it.
  async revokeByGrantId() {},
})

/**
 * One row for all refresh tokens of a login: it has the newest. A token that was replaced is valid until 60 seconds after the first use of
 * its successor, or of the access token issued with it, and everybody who uses it gets the newest one. So several processes of an app may
 * refresh at once, and an answer that was lost costs nothing. Any other use ends the grant.
 */
function refreshTokens(deps: AdapterDependencies): Adapter {
  const { db, key, context, refuse } = deps
  const kind = 'RefreshToken'

  const findInChain = async (uid: string, chain: readonly ChainedToken[]) => {
    const row = await findToken(db.sharedReads, { uid, hashes: chain.map(({ hash }) => hash) })
    return row?.kind === kind ? { row, chain } : undefined
  }
  const next = ({ value }: ChainedToken): ChainedToken => {
    const successor = successorOf(key, value)
    return { value: successor, hash: hashTokenValue(successor) }
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
    async find(value) {
      const parsed = parseTokenValue(key, kind, value)
      if (!parsed) return undefined
      const { row, chain } = (await findNewest(parsed.uid, { value, hash: parsed.hash })) ?? {}
      if (!row?.isValid || !chain) {
        await refuseEnded(parsed)
        return undefined
      }
      const { expiresAt, successors, isSessionLive } = row
      if (row.payload.expiresWithSession === true && !isSessionLive) return undefined
      if (expiresAt * 1_000 < Date.now()) throw refuse(describeEnd('expired'))
      Object.assign(stateOf(context()), { access: row, refresh: { token: parsed, chain, successors } })
      return toPayload(kind, value, parsed, row)
    },
    async consume() {
      const state = stateOf(context())
      const { refresh, access } = state
      if (!refresh) throw refuse('unknown token')
      const { token, chain, successors } = refresh
      const { uid, grantId } = token
      const [replaced, successor] = chain
      if (!replaced || !successor) throw refuse('unknown token')
      state.issued = chain[Math.max(successors, 1)] ?? successor
      if (successors > 0) return
      const ttlSeconds = GRANT_TTL_SECONDS
      const ids = { uid, grantId, replacedHash: replaced.hash, hash: successor.hash }
      if ((await replaceRefreshToken(db, { ...ids, ttlSeconds })).length === 0) {
        // Another process replaced it at this moment, or the grant has ended.
        const newest = await findNewest(uid, replaced)
        if (!newest?.row.isValid) {
          await refuseEnded(token)
          throw refuse(describeEnd('expired'))
        }
        state.issued = newest.chain[newest.row.successors] ?? successor
        return
      }
      const expiresAt = access?.grant.expires_at ?? Number.POSITIVE_INFINITY
      if (expiresAt < Date.now() / 1_000 + GRANT_TTL_SECONDS - GRANT_SLACK_SECONDS)
        await extendGrant(db, { uid, grantId, ttlSeconds })
    },
    async upsert(value, payload, ttlSeconds) {
      // `consume` has stored the token that replaces another one.
      if (stateOf(context()).issued?.value !== value)
        await insertStored(deps, kind, value, payload, ttlSeconds)
    },
    ...endings(deps, kind),
  }
}

const accessTokens = ({ db, key, context }: AdapterDependencies): Adapter => ({
  async find(value) {
    const parsed = parseAccessTokenValue(key, value)
    if (!parsed) return undefined
    const { payload, hash } = parsed
    const { uid, id } = parseName(String(payload.grantId))
    const refreshHash = typeof payload.refresh === 'string' ? Buffer.from(payload.refresh, 'base64url') : null
    const row = await findAccess(db, { uid, grantId: id, hash, refreshHash })
    if (!row || (payload.expiresWithSession === true && !row.isSessionLive)) return undefined
    stateOf(context()).access = row
    return { ...payload, jti: value, kind: 'AccessToken' }
  },
  async destroy(value) {
    const parsed = parseAccessTokenValue(key, value)
    if (!parsed) return
    const { uid, id } = parseName(String(parsed.payload.grantId))
    const ttlSeconds = Math.ceil(Number(parsed.payload.exp) - Date.now() / 1_000)
    if (ttlSeconds > 0)
      await insertToken(db, {
        ...{ uid, grantId: id, hash: parsed.hash },
        ...{ kind: 'RevokedAccessToken', payload: '{}', ttlSeconds },
      })
  },
  async revokeByGrantId() {},
})

const grants = ({ db, context }: AdapterDependencies): Adapter => ({
  async find(name) {
    const { uid, id } = parseName(name)
    const loaded = stateOf(context()).access?.grant
    const grant = loaded?.id === id ? loaded : (await findGrant(db, { uid, id }))[0]
    return grant && grantPayload(uid, grant)
  },
  async destroy(name) {
    const { uid, id } = parseName(name)
    await endGrant(db, uid, id, context()?.oidc?.route === 'revocation' ? 'revoked' : 'code_reused')
  },
})

/** As the library stores it. */
const FlowPayload = v.looseObject({ exp: v.optional(v.number()) })

function flows({ db, key, refuse, context }: AdapterDependencies, kind: string): Adapter {
  const flowKey = (of: string, id: string): FlowKey => ({ kind: of, hash: keyedHash(key, of, id) })
  const find = async (id: string): Promise<Payload | undefined> => {
    const [row] = await findFlow(db, flowKey(kind, id))
    if (!row) return undefined
    const payload = decryptJson(key, row.sealed, kind, FlowPayload)
    return { ...payload, ...(row.consumed && { consumed: payload.exp }) }
  }
  return {
    find,
    async findByUserCode(code) {
      const [row] = await findFlow(db, flowKey('UserCode', code))
      return row && !row.consumed ? find(decrypt(key, row.sealed, 'UserCode').toString()) : undefined
    },
    async upsert(id, payload, ttlSeconds) {
      await upsertFlow(db, {
        ...flowKey(kind, id),
        sealed: encryptJson(key, payload, kind),
        ttlSeconds,
      })
      if (typeof payload.userCode === 'string')
        await upsertFlow(db, {
          ...flowKey('UserCode', payload.userCode),
          sealed: encrypt(key, id, 'UserCode'),
          ttlSeconds,
        })
    },
    async consume(id) {
      if ((await consumeFlow(db, flowKey(kind, id))).length === 0) throw refuse(`${kind} was used before`)
    },
    async destroy(id) {
      const deleted = await deleteFlow(db, flowKey(kind, id))
      // Of several returns with one answer of the person, one gets a code.
      if (deleted.length === 0 && kind === 'Interaction' && context()?.oidc?.route === 'resume')
        throw refuse('the answer was used before')
    },
    async revokeByGrantId() {},
  }
}

export const createAdapter =
  (deps: AdapterDependencies): ((model: string) => Adapter) =>
  model => {
    switch (model) {
      case 'AccessToken':
        return accessTokens(deps)
      case 'AuthorizationCode':
        return authorizationCodes(deps)
      case 'RefreshToken':
        return refreshTokens(deps)
      case 'Grant':
        return grants(deps)
      case 'Client':
        return { find: async id => deps.findClient(id) }
      default:
        return flows(deps, model)
    }
  }

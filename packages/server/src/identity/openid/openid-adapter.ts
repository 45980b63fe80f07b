/** Stores the models of oidc-provider in PostgreSQL. Methods that this provider never calls are missing. */
import { DAY_SECONDS } from '@kerf/contract/limits'
import type { Context, Payload } from 'oidc-provider/lib/provider.js'
import type { Database } from '../../platform/db/database.ts'
import { decrypt, encrypt } from '../../platform/keys/encryption.ts'
import { keyedHash } from '../../platform/keys/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { deleteGrant, findGrant, GRANT_TTL_SECONDS, type GrantRow } from '../grant/grant-store.ts'
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
} from './tokens/openid-token-store.ts'
import { grantName, parseName, stateOf } from './tokens/request-state.ts'
import {
  hashTokenValue,
  parseAccessTokenValue,
  parseTokenValue,
  type StoredTokenKind,
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

async function endGrant(db: Database, uid: string, id: string): Promise<void> {
  await db.transaction(tx => deleteGrant(tx, { uid, id }))
}

/** Ends the whole grant: the server cannot know which of the two callers is the thief (RFC 9700, section 4.14.2). */
async function endReused(
  { db, onReuse, context }: AdapterDependencies,
  grantId: string,
  reuse: TokenReuse,
): Promise<void> {
  await endGrant(db, reuse.uid, grantId)
  await onReuse(reuse, context())
}

function storedTokens(deps: AdapterDependencies, kind: StoredTokenKind): Adapter {
  const { db, key, context, refuse } = deps
  return {
    async find(value) {
      const parsed = parseTokenValue(key, kind, value)
      if (!parsed) return undefined
      const { uid, grantId, hash } = parsed
      const row = await findToken(db.sharedReads, { uid, hash })
      const oidc = context()?.oidc
      if (!row || row.kind !== kind) {
        if (kind === 'RefreshToken' && oidc?.route === 'token') {
          const [grant] = await findGrant(db, { uid, id: grantId })
          if (grant && grant.client_id === oidc.client?.clientId)
            await endReused(deps, grantId, { kind, uid, clientId: grant.client_id })
        }
        return undefined
      }
      // The library ends the grant of a code that was used before.
      if (kind === 'AuthorizationCode' && row.consumed && oidc?.client?.clientId === row.grant.client_id)
        await deps.onReuse({ kind, uid, clientId: row.grant.client_id }, context())
      if (row.payload.expiresWithSession === true && !row.isSessionLive) return undefined
      stateOf(context()).access = row
      return {
        ...row.payload,
        jti: value,
        kind,
        accountId: uid,
        clientId: row.grant.client_id,
        grantId: grantName(uid, grantId),
        exp: row.expiresAt,
        ...(row.consumed && { consumed: row.expiresAt }),
      }
    },
    async upsert(value, payload, ttlSeconds) {
      const { jti, kind: _, accountId, clientId, grantId: name, exp, ...rest } = payload
      const { uid, id: grantId } = parseName(String(name))
      const hash = hashTokenValue(value)
      const token = { uid, grantId, hash, kind, payload: JSON.stringify(rest), ttlSeconds }
      const state = stateOf(context())
      const { replacedHash } = state
      const stored = await (replacedHash
        ? replaceRefreshToken(db, { ...token, replacedHash })
        : insertToken(db, token))
      if (stored.length === 0) {
        if (replacedHash) await endReused(deps, grantId, { kind, uid, clientId: String(clientId) })
        throw refuse('the grant has ended')
      }
      const expiresAt = state.access?.grant.expires_at ?? Number.POSITIVE_INFINITY
      if (replacedHash && expiresAt < Date.now() / 1_000 + GRANT_TTL_SECONDS - GRANT_SLACK_SECONDS)
        await extendGrant(db, { uid, grantId, ttlSeconds: GRANT_TTL_SECONDS })
    },
    async consume(value) {
      if (kind === 'RefreshToken') {
        // `upsert` replaces it by the new token, in one statement.
        stateOf(context()).replacedHash = hashTokenValue(value)
        return
      }
      const parsed = parseTokenValue(key, kind, value)
      if (!parsed) throw refuse('unknown token')
      if ((await consumeCode(db, parsed)).length > 0) return
      const clientId = context()?.oidc?.client?.clientId ?? ''
      await endReused(deps, parsed.grantId, { kind, uid: parsed.uid, clientId })
      throw refuse('the code was used before')
    },
    async destroy(value) {
      const parsed = parseTokenValue(key, kind, value)
      if (parsed) await deleteToken(db, parsed)
    },
    // The provider deletes the grant, and its tokens with it.
    async revokeByGrantId() {},
  }
}

const accessTokens = ({ db, key, context }: AdapterDependencies): Adapter => ({
  async find(value) {
    const parsed = parseAccessTokenValue(key, value)
    if (!parsed) return undefined
    const { payload, hash } = parsed
    const { uid, id } = parseName(String(payload.grantId))
    const row = await findAccess(db.sharedReads, { uid, grantId: id, hash })
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
    await endGrant(db, uid, id)
  },
})

function flows({ db, key, refuse, context }: AdapterDependencies, kind: string): Adapter {
  const flowKey = (of: string, id: string): FlowKey => ({ kind: of, hash: keyedHash(key, of, id) })
  const find = async (id: string): Promise<Payload | undefined> => {
    const [row] = await findFlow(db, flowKey(kind, id))
    if (!row) return undefined
    const payload = JSON.parse(decrypt(key, row.sealed, kind).toString())
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
        sealed: encrypt(key, JSON.stringify(payload), kind),
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
      case 'RefreshToken':
        return storedTokens(deps, model)
      case 'Grant':
        return grants(deps)
      case 'Client':
        return { find: async id => deps.findClient(id) }
      default:
        return flows(deps, model)
    }
  }

/** Stores the models of oidc-provider in PostgreSQL. Methods that this provider never calls are missing. */
import type { Payload } from 'oidc-provider/lib/provider.js'
import * as v from 'valibot'
import { decrypt, decryptJson, encrypt, encryptJson } from '../../platform/keys/encryption.ts'
import { keyedHash } from '../../platform/keys/secrets.ts'
import { findGrant } from '../grant/grant-store.ts'
import type { ClientMetadata } from './client-metadata.ts'
import { isMachineId, serialNumberOf } from './pairing/machine-clients.ts'
import type { PairingMachines } from './pairing/pairing-machines.ts'
import { grantPayload } from './session-grant.ts'
import type { ApiSources } from './tokens/api-scopes.ts'
import { authorizationCodes } from './tokens/authorization-codes.ts'
import { consumeFlow, deleteFlow, type FlowKey, findFlow, upsertFlow } from './tokens/openid-flow-store.ts'
import { findAccess, insertToken } from './tokens/openid-token-store.ts'
import { refreshTokens } from './tokens/refresh-tokens.ts'
import { parseName, stateOf } from './tokens/request-state.ts'
import {
  type Adapter,
  areDetailsReplaced,
  endGrant,
  hasSessionEnded,
  type TokenDependencies,
} from './tokens/stored-token.ts'
import { parseAccessTokenValue } from './tokens/token-value.ts'

export interface AdapterDependencies extends TokenDependencies {
  readonly findClient: (clientId: string) => ClientMetadata | undefined | Promise<ClientMetadata>
  readonly findPairedPerson: PairingMachines['findPerson']
  readonly apis: Pick<ApiSources, 'findApi'>
}

const accessTokens = ({ db, clock, key, context, findPairedPerson }: AdapterDependencies): Adapter => ({
  async find(value) {
    const parsed = parseAccessTokenValue(key, value)
    if (!parsed) return undefined
    const { payload, hash } = parsed
    const { uid, id } = parseName(String(payload.grantId))
    const refreshHash = typeof payload.refresh === 'string' ? Buffer.from(payload.refresh, 'base64url') : null
    const row = await findAccess(db, { uid, grantId: id, hash, refreshHash })
    if (!row || (payload.expiresWithSession === true && (await hasSessionEnded(clock, row)))) return undefined
    if (areDetailsReplaced(payload, row)) return undefined
    const state = stateOf(context())
    const { client_id: clientId, session: handle } = row.grant
    if (isMachineId(clientId)) {
      const person = await findPairedPerson({ uid, sn: serialNumberOf(clientId), handle })
      if (!person) return undefined
      state.pairedPerson = person
    }
    state.access = row
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

const grants = ({ db, context, apis }: AdapterDependencies): Adapter => ({
  async find(name) {
    const { uid, id } = parseName(name)
    const loaded = stateOf(context()).access?.grant
    const grant = loaded?.id === id ? loaded : (await findGrant(db, { uid, id }))[0]
    return grant && grantPayload(uid, grant, apis)
  },
  async destroy(name) {
    const { uid, id } = parseName(name)
    await endGrant(db, uid, id, context()?.oidc?.route === 'revocation' ? 'revoked' : 'code_reused')
  },
})

/** Of the library's ids. */
const ID_MAX_LENGTH = 43

/** As the library stores it. */
const FlowPayload = v.looseObject({ exp: v.optional(v.number()) })

function flows({ db, key, refuse, context }: AdapterDependencies, kind: string): Adapter {
  const flowKey = (of: string, id: string): FlowKey => ({ kind: of, hash: keyedHash(key, of, id) })
  const find = async (id: string): Promise<Payload | undefined> => {
    // Introspection tries every kind of token. Those that are longer are other ones.
    if (id.length > ID_MAX_LENGTH) return undefined
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

/** The keys by which an app authenticates (private_key_jwt) and signs its requests (RFC 9101). */
import { setKeys } from '../../identity/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { OperationError } from '../input/operation-error.ts'
import { parsePageAddress } from './app-addresses.ts'

const KEYS_MAX = 10
const PRIVATE_PARTS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv']
const KEY_TYPES = ['EC', 'RSA', 'OKP']

/** As JSON. Throws an OperationError. */
export function parseKeySet(text: string): string {
  let parsed: { keys?: unknown }
  try {
    parsed = JSON.parse(text) ?? {}
  } catch {
    throw new OperationError('keys_not_json')
  }
  const { keys } = parsed
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > KEYS_MAX)
    throw new OperationError('keys_count', { max: KEYS_MAX })
  for (const key of keys as Record<string, unknown>[]) {
    if (typeof key !== 'object' || key === null || !KEY_TYPES.includes(String(key.kty)))
      throw new OperationError('keys_type', { types: KEY_TYPES.join(', ') })
    if (PRIVATE_PARTS.some(part => part in key)) throw new OperationError('keys_private')
  }
  return JSON.stringify({ keys })
}

/** Replaces the keys; without any, the app authenticates by its secret again. Throws an OperationError. */
export async function setAppKeys(
  db: Database,
  change: {
    readonly clientId: string
    /** text of a JSON Web Key Set */
    readonly keySet?: string | undefined
    readonly jwksUri?: string | undefined
    readonly signedRequests: boolean
    readonly production: boolean
    readonly operator: string
  },
): Promise<{ clientId: string; authentication: 'private_key_jwt' | 'client_secret' }> {
  const { clientId, keySet, jwksUri, signedRequests, production, operator } = change
  if (keySet !== undefined && jwksUri !== undefined) throw new OperationError('keys_twice')
  const hasKeys = keySet !== undefined || jwksUri !== undefined
  if (signedRequests && !hasKeys) throw new OperationError('keys_missing')
  const authentication = hasKeys ? 'private_key_jwt' : 'client_secret'
  await db.transaction(async tx => {
    const [changed] = await setKeys(tx, {
      clientId,
      signedRequests,
      jwks: keySet === undefined ? null : parseKeySet(keySet),
      jwksUri: jwksUri === undefined ? null : parsePageAddress(jwksUri, production),
    })
    if (!changed) throw new OperationError('keys_not_for_type', { clientId })
    const detail = { clientId, authentication, signedRequests }
    await writeAudit(tx, { event: 'app.keys', outcome: 'ok', operator, detail })
  })
  return { clientId, authentication }
}

/** oidc-provider 9.13.3: `ReplayDetection.unique`. One statement decides, so that of two proofs at once one is refused. */
import type { Provider } from 'oidc-provider/lib/provider.js'
import type { Database } from '../../../platform/db/database.ts'
import { keyedHash } from '../../../platform/keys/secrets.ts'
import { insertFlow } from '../tokens/openid-flow-store.ts'

export function replaceReplayDetection(provider: Provider, db: Database, key: Buffer): void {
  provider.ReplayDetection.unique = async (iss, jti, expiresAt) => {
    const stored = await insertFlow(db, {
      hash: keyedHash(key, 'ReplayDetection', iss, jti),
      kind: 'ReplayDetection',
      sealed: Buffer.alloc(0),
      ttlSeconds: Math.max(1, Math.ceil(expiresAt - Date.now() / 1_000)),
    })
    return stored.length > 0
  }
}

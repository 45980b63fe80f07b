/**
 * Checks client secrets, and limits the wrong ones that one network tries for one client. The right secret is never refused: it has 256
 * random bits and cannot be guessed, and a stranger on the network of an app's servers must not be able to block the app.
 */

import { ERRORS } from '@kerf/contract/errors'
import type { Context } from 'oidc-provider/lib/provider.js'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import type { ApiError } from '../../platform/errors/api-error.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import { addressLimits } from '../../platform/limits/address-limits.ts'
import { isOverLimit } from '../../platform/limits/rate-limiter.ts'
import type { PlatformServices } from '../../platform/services.ts'

/** Counts different secrets only: a server that was not updated after a rotation repeats one. */
const WRONG_SECRETS = { limit: 20, seconds: 900 }
const KEYS_MAX = 10_000

export interface SecretCheckDependencies extends Pick<PlatformServices, 'limiter' | 'refusals'> {
  readonly verifySecret: (clientId: string, secret: string) => boolean
  readonly callerOf: (context: Context) => Caller
  /** the error that the endpoint answers */
  readonly refuse: (retryAfterSeconds: number) => Error
}

export function createSecretCheck({
  limiter,
  refusals,
  verifySecret,
  callerOf,
  refuse,
}: SecretCheckDependencies) {
  /** When each exhausted key may try again, in milliseconds. Saves the query for further wrong secrets. */
  const blocked = new Map<string, number>()
  /** The last wrong secret of each key, hashed. */
  const lastWrong = new Map<string, string>()

  return async (context: Context, clientId: string, secret: string): Promise<boolean> => {
    if (verifySecret(clientId, secret)) return true
    const caller = callerOf(context)
    await refusals.record({
      event: 'call.refused',
      ...auditContext(caller),
      detail: { call: `POST ${context.path}`, code: ERRORS.invalid_client.code, client: clientId },
    })
    const limits = addressLimits(`client-secret:${clientId}`, caller, WRONG_SECRETS)
    const waitMs = Math.max(...limits.map(({ key }) => (blocked.get(key) ?? 0) - Date.now()))
    if (waitMs > 0) throw refuse(Math.ceil(waitMs / 1_000))

    const key = limits[0]?.key ?? ''
    const hash = sha256(secret).toString('base64url')
    if (lastWrong.get(key) === hash) return false
    for (const map of [blocked, lastWrong]) if (map.size >= KEYS_MAX) map.clear()
    lastWrong.set(key, hash)
    try {
      await limiter.consume(...limits)
    } catch (error) {
      if (!isOverLimit(error)) throw error
      const seconds = (error as ApiError).retryAfter ?? WRONG_SECRETS.seconds
      blocked.set(key, Date.now() + seconds * 1_000)
      throw refuse(seconds)
    }
    return false
  }
}

/** The requests of a machine for tokens: what they change in its pairing, and the limit of wrong assertions. */
import type { Context, DeviceCode, Provider } from 'oidc-provider/lib/provider.js'
import type { Caller } from '../../../platform/audit/caller.ts'
import { sha256 } from '../../../platform/keys/secrets.ts'
import { stateOf } from '../tokens/request-state.ts'
import { isMachineId } from './machine-clients.ts'
import type { Pairings } from './pair-machine.ts'

/** Parameter of the token request: what was entered at the machine. */
const DIGITS_PARAMETER = 'pairing_digits'

export const advancePairing =
  (
    deps: {
      readonly pairings: Pick<Pairings, 'advance'>
      readonly callerOf: (context: Context) => Caller
    },
    refuse: (error: 'authorization_pending' | 'expired_token', description?: string) => Error,
  ) =>
  async (code: DeviceCode, context: Context, limitPoll: () => Promise<void>): Promise<void> => {
    const { client, body } = context.oidc
    // The library refuses the code of another client afterwards.
    if (!client || client.clientId !== code.clientId || !isMachineId(code.clientId)) return limitPoll()
    if (code.isExpired) return
    const given = body?.[DIGITS_PARAMETER]
    const digits = typeof given === 'string' ? given : undefined
    // Digits have tries of their own, and nobody who typed them should wait.
    if (digits === undefined) await limitPoll()
    const progress = await deps.pairings.advance(code, digits, deps.callerOf(context))
    switch (progress.kind) {
      case 'unknown':
        if (digits !== undefined) await limitPoll()
        return
      case 'pending':
        throw refuse('authorization_pending', progress.description)
      case 'used':
        // With an error of its own the code would be used up before the request that gets the tokens has used it.
        throw refuse('expired_token', progress.description)
      case 'ended':
        Object.assign(code, { error: progress.error, errorDescription: progress.description })
        return
      case 'done':
        Object.assign(code, progress.code)
        stateOf(context).tokenTtlSeconds = progress.ttlSeconds
    }
  }

/**
 * The library compares the signature of an assertion itself, so its failures are counted afterwards, as wrong secrets are: by network and
 * machine. A right assertion is never refused.
 */
export function limitAssertions(
  provider: Provider,
  countWrongSecret: (context: Context, clientId: string, secret: string) => Promise<boolean>,
): void {
  provider.use(async (context: Context, next: () => Promise<void>) => {
    await next()
    const { client, params } = context.oidc ?? {}
    const { error } = (context.body ?? {}) as { error?: unknown }
    if (error !== 'invalid_client' || !client || !isMachineId(client.clientId)) return
    // The serial number is in no log and no limit.
    const name = `machine:${sha256(client.clientId).toString('base64url')}`
    try {
      await countWrongSecret(context, name, String(params?.client_assertion))
    } catch (refused) {
      const { status, message, error_description } = refused as Error & {
        readonly status?: number
        readonly error_description?: string
      }
      if (status === undefined) throw refused
      context.status = status
      context.body = { error: message, error_description }
    }
  })
}

/** Proof of work: signed challenges, each accepted once. */
import type { Challenge, Payload } from 'altcha-lib'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { ApiError } from '../../platform/errors/api-error.ts'
import { deriveKey as deriveSecret, sha256 } from '../../platform/keys/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { markConsumed } from './one-time-store.ts'
import { PROOF_OF_WORK_COST } from './proof-of-work-cost.ts'

/** Name of the signed datum with the end of a challenge: unix seconds by the database's clock. */
const END = 'endsAt'

export interface ChallengeOptions {
  /** bounds of the derivations that solving takes; 2,000 take about 0.9 s on a phone */
  readonly counter: { readonly min: number; readonly max: number }
  readonly ttlSeconds: number
  /** signed with the challenge */
  readonly data?: Readonly<Record<string, string | number>>
}

export interface ProofOfWorkDependencies extends Pick<PlatformServices, 'db' | 'clock'> {
  readonly challengeKey: Buffer
}

/** `purpose`: challenges of one purpose are not accepted for another. */
export function createProofOfWork(
  { db, clock, challengeKey: key }: ProofOfWorkDependencies,
  purpose: string,
) {
  const secret = (name: string): string => deriveSecret(key, `${purpose}${name}`).toString('base64url')
  const secrets = {
    hmacSignatureSecret: secret('challenge'),
    hmacKeySignatureSecret: secret('solution'),
  }

  return {
    async challenge({ counter, ttlSeconds, data }: ChallengeOptions): Promise<Record<string, unknown>> {
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: PROOF_OF_WORK_COST,
        counter: randomInt(counter.min, counter.max),
        deriveKey,
        // Not the library's `expiresAt`, which it compares with the clock of this machine: another one may verify.
        data: { ...data, [END]: Math.floor((await clock.now()) / 1_000) + ttlSeconds },
        ...secrets,
      })
      return { ...challenge }
    },

    /**
     * `payload`: base64 of the JSON `{challenge, solution}`. Returns the challenge's data. Throws `human_verification_failed`
     * for a wrong or repeated solution, `expired` for an old challenge.
     */
    async verify(
      payload: string,
      { ttlSeconds }: Pick<ChallengeOptions, 'ttlSeconds'>,
    ): Promise<Readonly<Record<string, unknown>>> {
      const { challenge, solution } = parsePayload(payload)
      const result = await verifySolution({ challenge, solution, deriveKey, ...secrets }).catch(
        () => undefined,
      )
      if (!result?.verified || challenge.signature === undefined)
        throw new ApiError(result?.expired ? 'expired' : 'human_verification_failed')
      const { [END]: endsAt, ...data } = challenge.parameters.data ?? {}
      if (Number(endsAt) < (await clock.now()) / 1_000) throw new ApiError('expired')
      const [marked] = await markConsumed(db, {
        kind: 'challenge',
        hash: sha256(challenge.signature),
        // Longer than the challenge lives: a solution must not become usable again.
        ttlSeconds: ttlSeconds * 2,
      })
      if (!marked) throw new ApiError('human_verification_failed')
      return data
    },
  }
}

function parsePayload(payload: string): Payload {
  try {
    const parsed = JSON.parse(Buffer.from(payload, 'base64').toString('utf8')) as Partial<Payload>
    const { challenge, solution } = parsed
    const isComplete =
      typeof challenge?.parameters === 'object' &&
      typeof challenge.signature === 'string' &&
      typeof solution === 'object'
    if (isComplete) return { challenge: challenge as Challenge, solution: solution as Payload['solution'] }
  } catch {
    // Answered below, like every other malformed payload.
  }
  throw new ApiError('human_verification_failed')
}

/**
 * Human check: a slider over a self-hosted proof of work, or reCAPTCHA. Passing it gives a ticket that one
 * verification code can be requested with.
 */
import { HUMAN_TICKET_TTL_SECONDS } from '@kerf/contract/limits'
import type { Challenge, Payload } from 'altcha-lib'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { HumanCheckKind } from '../../platform/config/config.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { deriveKey as deriveSecret, isToken, randomToken, sha256 } from '../../platform/keys/secrets.ts'
import { consumeOneTime, issueOneTime, markConsumed } from './one-time-store.ts'
import type { VerifyRecaptcha } from './recaptcha.ts'

export interface HumanCheckDependencies {
  readonly db: Queryable
  readonly kind: HumanCheckKind
  readonly challengeKey: Buffer
  readonly recaptcha: VerifyRecaptcha | undefined
}

/** About 0.9 s of work on a phone: PBKDF2-SHA-256 with `COST` iterations, `COUNTER` times. */
const COST = 2_000
const COUNTER = { min: 500, max: 2_000 }
const CHALLENGE_TTL_SECONDS = 300

export function createHumanCheck({ db, kind, challengeKey, recaptcha }: HumanCheckDependencies) {
  const secrets = {
    hmacSignatureSecret: deriveSecret(challengeKey, 'challenge').toString('base64url'),
    hmacKeySignatureSecret: deriveSecret(challengeKey, 'solution').toString('base64url'),
  }

  const issueTicket = async (): Promise<{ ticket: string }> => {
    const ticket = randomToken()
    await issueOneTime(db, {
      kind: 'human_ticket',
      hash: sha256(ticket),
      ttlSeconds: HUMAN_TICKET_TTL_SECONDS,
    })
    return { ticket }
  }

  return {
    async challenge(): Promise<{ challenge: Record<string, unknown> }> {
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        counter: randomInt(COUNTER.min, COUNTER.max),
        deriveKey,
        expiresAt: Math.floor(Date.now() / 1_000) + CHALLENGE_TTL_SECONDS,
        ...secrets,
      })
      return { challenge: { ...challenge } }
    },

    /**
     * `payload`: base64 of the JSON `{challenge, solution}`. Throws `human_verification_failed` for a wrong or repeated
     * solution, `expired` for an old challenge.
     */
    async answer(payload: string): Promise<{ ticket: string }> {
      const { challenge, solution } = parsePayload(payload)
      const result = await verifySolution({ challenge, solution, deriveKey, ...secrets }).catch(
        () => undefined,
      )
      if (result?.expired) throw new ApiError('expired')
      if (!result?.verified || challenge.signature === undefined)
        throw new ApiError('human_verification_failed')
      const [marked] = await markConsumed(db, {
        kind: 'challenge',
        hash: sha256(challenge.signature),
        // Longer than the challenge lives: a solution must not become usable again while clocks differ.
        ttlSeconds: CHALLENGE_TTL_SECONDS * 2,
      })
      if (!marked) throw new ApiError('human_verification_failed')
      return issueTicket()
    },

    /** Throws `human_verification_failed`, or `network_timeout` if the provider does not answer: that never passes. */
    async answerRecaptcha(token: string, ip: string): Promise<{ ticket: string }> {
      if (!recaptcha) throw new ApiError('human_verification_failed')
      const isValid = await recaptcha(token, ip).catch(() => {
        throw new ApiError('network_timeout')
      })
      if (!isValid) throw new ApiError('human_verification_failed')
      return issueTicket()
    },

    /** Consumes a ticket that the caller may not know to be needed: without one throws `human_verification_required`. */
    async require(ticket: string | undefined): Promise<void> {
      if (ticket === undefined) throw new ApiError('human_verification_required')
      await this.consume(ticket)
    },

    /**
     * Consumes a ticket. Throws `human_verification_required` without one, `human_verification_failed` for a malformed one,
     * `expired` for one that is unknown, expired or consumed.
     */
    async consume(ticket: string, on: Queryable = db): Promise<void> {
      if (kind === 'off') {
        if (ticket === '') throw new ApiError('human_verification_required')
        return
      }
      if (!isToken(ticket)) throw new ApiError('human_verification_failed')
      const [consumed] = await consumeOneTime(on, { kind: 'human_ticket', hash: sha256(ticket) })
      if (!consumed) throw new ApiError('expired')
    },
  }
}

export type HumanCheck = ReturnType<typeof createHumanCheck>

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

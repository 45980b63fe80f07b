/**
 * Human check: a slider over a self-hosted proof of work, or reCAPTCHA. Passing it gives a ticket that one
 * verification code can be requested with.
 */
import { HUMAN_TICKET_TTL_SECONDS } from '@kerf/contract/limits'
import type { HumanCheckKind } from '../../platform/config/config.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { isToken, randomToken, sha256 } from '../../platform/keys/secrets.ts'
import { consumeOneTime, issueOneTime } from './one-time-store.ts'
import { createProofOfWork, type ProofOfWorkDependencies } from './proof-of-work.ts'
import type { VerifyRecaptcha } from './recaptcha.ts'

export interface HumanCheckDependencies extends ProofOfWorkDependencies {
  readonly kind: HumanCheckKind
  readonly recaptcha: VerifyRecaptcha | undefined
}

/** About 0.9 s of work on a phone. */
const COUNTER = { min: 500, max: 2_000 }
const CHALLENGE_TTL_SECONDS = 300

export function createHumanCheck({ kind, recaptcha, ...dependencies }: HumanCheckDependencies) {
  const { db } = dependencies
  const proofOfWork = createProofOfWork(dependencies, '')

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
      const options = { counter: COUNTER, ttlSeconds: CHALLENGE_TTL_SECONDS }
      return { challenge: await proofOfWork.challenge(options) }
    },

    /** Throws `human_verification_failed` for a wrong or repeated solution, `expired` for an old challenge. */
    async answer(payload: string): Promise<{ ticket: string }> {
      await proofOfWork.verify(payload, { ttlSeconds: CHALLENGE_TTL_SECONDS })
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

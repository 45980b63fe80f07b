/**
 * Human check (decisions 6): a slider over a proof of work, self-hosted, or reCAPTCHA. Either ends in a ticket that
 * lets one code be asked for.
 */
import { HUMAN_TICKET_TTL_SECONDS } from '@kerf/contract/limits'
import type { Challenge, Payload } from 'altcha-lib'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { HumanCheckKind } from '../../platform/config/config.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { deriveKey as derive, isToken, randomToken, sha256 } from '../../platform/keys/secrets.ts'
import { consumeOneTime, issueOneTime, markUsed } from './one-time-store.ts'
import type { VerifyRecaptcha } from './recaptcha.ts'

export interface HumanCheckDependencies {
  readonly db: Queryable
  readonly kind: HumanCheckKind
  readonly challengeKey: Buffer
  readonly recaptcha: VerifyRecaptcha | undefined
}

/** About 0.9 s of work on a phone: cost × counter key derivations of PBKDF2-SHA-256. */
const COST = 2_000
const COUNTER = { min: 500, max: 2_000 }
const CHALLENGE_SECONDS = 300

export function createHumanCheck({ db, kind, challengeKey, recaptcha }: HumanCheckDependencies) {
  const secrets = {
    hmacSignatureSecret: derive(challengeKey, 'challenge').toString('base64url'),
    hmacKeySignatureSecret: derive(challengeKey, 'solution').toString('base64url'),
  }

  const issueTicket = async (): Promise<{ ticket: string }> => {
    const ticket = randomToken()
    await issueOneTime(db, 'human_ticket', sha256(ticket), HUMAN_TICKET_TTL_SECONDS)
    return { ticket }
  }

  return {
    async challenge(): Promise<{ challenge: Record<string, unknown> }> {
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        counter: randomInt(COUNTER.min, COUNTER.max),
        deriveKey,
        expiresAt: Math.floor(Date.now() / 1_000) + CHALLENGE_SECONDS,
        ...secrets,
      })
      return { challenge: { ...challenge } }
    },

    /** `payload`: base64 of the JSON `{challenge, solution}`. Throws 20205 (wrong, or solved before) or 20206 (too old). */
    async answer(payload: string): Promise<{ ticket: string }> {
      const { challenge, solution } = parsePayload(payload)
      const result = await verifySolution({ challenge, solution, deriveKey, ...secrets }).catch(
        () => undefined,
      )
      if (result?.expired) throw new ApiError('expired')
      if (!result?.verified || challenge.signature === undefined)
        throw new ApiError('human_verification_failed')
      const [fresh] = await markUsed(db, 'challenge', sha256(challenge.signature), CHALLENGE_SECONDS * 2)
      if (!fresh) throw new ApiError('human_verification_failed')
      return issueTicket()
    },

    /** Throws 20205 (refused) or 20902 (the provider does not answer: never taken for a yes). */
    async answerRecaptcha(token: string, ip: string): Promise<{ ticket: string }> {
      if (!recaptcha) throw new ApiError('human_verification_failed')
      const good = await recaptcha(token, ip).catch(() => {
        throw new ApiError('network_timeout')
      })
      if (!good) throw new ApiError('human_verification_failed')
      return issueTicket()
    },

    /** Uses a ticket up. Throws 20204 (none), 20206 (too old, used or unknown). */
    async consume(ticket: string, on: Queryable = db): Promise<void> {
      if (kind === 'off') {
        if (ticket === '') throw new ApiError('human_verification_required')
        return
      }
      if (!isToken(ticket)) throw new ApiError('human_verification_failed')
      const [used] = await consumeOneTime(on, 'human_ticket', sha256(ticket))
      if (!used) throw new ApiError('expired')
    },
  }
}

export type HumanCheck = ReturnType<typeof createHumanCheck>

function parsePayload(payload: string): Payload {
  try {
    const parsed = JSON.parse(Buffer.from(payload, 'base64').toString('utf8')) as Partial<Payload>
    const { challenge, solution } = parsed
    const whole =
      typeof challenge?.parameters === 'object' &&
      typeof challenge.signature === 'string' &&
      typeof solution === 'object'
    if (whole) return { challenge: challenge as Challenge, solution: solution as Payload['solution'] }
  } catch {
    // told below, like every other payload that is none
  }
  throw new ApiError('human_verification_failed')
}

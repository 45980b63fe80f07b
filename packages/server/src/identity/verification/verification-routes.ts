import {
  createHumanChallenge,
  getCodeDelivery,
  sendVerificationCode,
  verifyHumanAnswer,
  verifyRecaptcha,
} from '@kerf/contract/endpoints/verification'
import type { Caller } from '../../platform/audit/caller.ts'
import { addressLimits } from '../../platform/limits/address-limits.ts'
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts'
import type { AddRoute } from '../session/session-guard.ts'
import type { CodeDelivery } from './code-delivery.ts'
import type { HumanCheck } from './human-check.ts'
import type { SendVerificationCode } from './send-verification-code.ts'

export interface VerificationUseCases {
  readonly human: HumanCheck
  readonly sendCode: SendVerificationCode
  readonly codeDelivery: CodeDelivery
  readonly limiter: RateLimiter
}

/** Challenges and answers per IP address: each costs the server some work. */
const CHALLENGE_LIMIT = { limit: 120, seconds: 600 }

export function verificationRoutes(
  add: AddRoute,
  { human, sendCode, codeDelivery, limiter }: VerificationUseCases,
) {
  const assertUnderLimit = (caller: Caller): Promise<void> =>
    limiter.consume(...addressLimits('challenge', caller, CHALLENGE_LIMIT))
  add(createHumanChallenge, async (_, { caller }) => {
    await assertUnderLimit(caller)
    return human.challenge()
  })
  add(verifyHumanAnswer, async (input, { caller }) => {
    await assertUnderLimit(caller)
    return human.answer(input.payload)
  })
  add(verifyRecaptcha, async (input, { caller }) => {
    await assertUnderLimit(caller)
    return human.answerRecaptcha(input.token, caller.ip)
  })
  add(sendVerificationCode, (input, context) => sendCode(input, context.caller, () => context.findSession()))
  add(getCodeDelivery, (input, { caller }) => codeDelivery(input, caller))
}

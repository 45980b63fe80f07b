import {
  createHumanChallenge,
  sendVerificationCode,
  verifyEmail,
  verifyEnterpriseAccount,
  verifyHumanAnswer,
  verifyOwnEmail,
  verifyRecaptcha,
} from '@kerf/contract/endpoints/verification'
import type { Caller } from '../../platform/audit/caller.ts'
import { addressLimits } from '../../platform/limits/address-limits.ts'
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts'
import type { AddRoute } from '../../web/route.ts'
import type { HumanCheck } from './human-check.ts'
import type { SendVerificationCode } from './send-verification-code.ts'
import type { VerifyMailbox } from './verify-mailbox.ts'

export interface VerificationUseCases {
  readonly mailbox: VerifyMailbox
  readonly human: HumanCheck
  readonly sendCode: SendVerificationCode
  readonly limiter: RateLimiter
}

/** Challenges and answers per IP address: each costs the server some work. */
const CHALLENGE_LIMIT = { limit: 120, seconds: 600 }

export function verificationRoutes(
  add: AddRoute,
  { mailbox, human, sendCode, limiter }: VerificationUseCases,
) {
  // The browser that obtains a nonce is identified before it asks for a code: its codes are kept apart from those of strangers.
  add(verifyEmail, (input, { caller, identifyBrowser }) => {
    identifyBrowser()
    return mailbox.byEmail(input, caller)
  })
  add(verifyOwnEmail, (input, { session, identifyBrowser }) => {
    identifyBrowser()
    return mailbox.byOwner(input, session.uid)
  })
  add(verifyEnterpriseAccount, (input, { caller, identifyBrowser }) => {
    identifyBrowser()
    return mailbox.byEnterpriseAccount(input, caller)
  })
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
  add(sendVerificationCode, (input, { caller }) => sendCode(input, caller))
}

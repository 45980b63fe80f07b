import {
  createHumanChallenge,
  sendVerificationCode,
  verifyEmail,
  verifyEnterpriseAccount,
  verifyHumanAnswer,
  verifyOwnEmail,
  verifyRecaptcha,
} from '@kerf/contract/endpoints/verification'
import type { AddRoute } from '../../platform/http/route.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import type { HumanCheck } from './human-check.ts'
import type { SendVerificationCode } from './send-verification-code.ts'
import type { VerifyMailbox } from './verify-mailbox.ts'

export interface VerificationUseCases {
  readonly mailbox: VerifyMailbox
  readonly human: HumanCheck
  readonly sendCode: SendVerificationCode
  readonly limiter: Limiter
}

/** Challenges and answers an address may ask for in ten minutes: each costs the server a little work. */
const CHALLENGES = { limit: 120, seconds: 600 }

export function verificationRoutes(
  add: AddRoute,
  { mailbox, human, sendCode: send, limiter }: VerificationUseCases,
) {
  add(verifyEmail, (input, { caller }) => mailbox.byEmail(input, caller))
  add(verifyOwnEmail, (input, { session }) => mailbox.byOwner(input, session.uid))
  add(verifyEnterpriseAccount, (input, { caller }) => mailbox.byEnterpriseAccount(input, caller))
  add(createHumanChallenge, async (_, { caller }) => {
    await limiter.take({ key: `challenge:${caller.limitKey}`, ...CHALLENGES })
    return human.challenge()
  })
  add(verifyHumanAnswer, async (input, { caller }) => {
    await limiter.take({ key: `challenge:${caller.limitKey}`, ...CHALLENGES })
    return human.answer(input.payload)
  })
  add(verifyRecaptcha, async (input, { caller }) => {
    await limiter.take({ key: `challenge:${caller.limitKey}`, ...CHALLENGES })
    return human.answerRecaptcha(input.token, caller.ip)
  })
  add(sendVerificationCode, (input, { caller }) => send(input, caller))
}

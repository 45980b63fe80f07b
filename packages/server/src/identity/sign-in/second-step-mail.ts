/** Codes by mail for the second step of a login (S-020). */
import type { LOGIN_CODE_PURPOSES } from '@kerf/contract/endpoints/factors'
import {
  DAY_SECONDS,
  VERIFICATION_CODE_DIGITS,
  VERIFICATION_CODE_RESEND_SECONDS,
} from '@kerf/contract/limits'
import { deviceOf, type MailDependencies, notifyOwner, type Owner } from '../../outbound/mail/notify-owner.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { keyedHash, randomDigits, sha256 } from '../../platform/keys/secrets.ts'
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts'
import { requesterHash } from '../verification/receiver-hash.ts'
import { loginLink, networkHash } from './allow-login.ts'
import { claimFlowMail, FLOW_TTL_SECONDS } from './waiting-sign-in-store.ts'

/** Each login with the right password sends one. */
export const CODES_PER_ACCOUNT = { limit: 10, seconds: DAY_SECONDS }

/** What the code is for: to log in from a new country, to connect a social account, or to remove lost factors. */
export type SecondStepPurpose = (typeof LOGIN_CODE_PURPOSES)[number]

export const secondStepCodeHash = (key: Buffer, flow: string, code: string): Buffer =>
  keyedHash(key, 'login code', flow, code.replace(/\s/g, ''))

/** Counts a code against the account's day. Outside a transaction: the limiter has connections of its own. Throws `too_many_requests`. */
export const countSecondStepMail = (limiter: RateLimiter, uid: string): Promise<void> =>
  ApiError.aimedAt(uid, () => limiter.consume({ key: `login-code:${uid}`, ...CODES_PER_ACCOUNT }))

interface MailedStep {
  readonly flow: string
  readonly purpose: SecondStepPurpose
  /** the mail has a link that allows the next password login of the network */
  readonly isAllowedByLink?: boolean
}

/** Mails a new code of the flow, within a transaction. Throws `captcha_frequency` within a minute, and past the mails of one login. */
export async function mailSecondStepCode(
  tx: Queryable,
  { mail, key }: { readonly mail: MailDependencies; readonly key: Buffer },
  { flow, purpose, isAllowedByLink = false }: MailedStep,
  owner: Owner,
  caller: Caller,
): Promise<void> {
  const code = randomDigits(VERIFICATION_CODE_DIGITS)
  const [claimed] = await claimFlowMail(tx, {
    hash: sha256(flow),
    codeHash: secondStepCodeHash(key, flow, code),
  })
  if (!claimed) throw new ApiError('captcha_frequency', { retryAfter: VERIFICATION_CODE_RESEND_SECONDS })
  const at = Math.floor((await mail.clock.now()) / 1_000)
  const notAfter = at + FLOW_TTL_SECONDS
  await writeAudit(tx, {
    event: 'verification.code_sent',
    outcome: 'ok',
    uid: owner.uid,
    ...auditContext(caller),
    detail: { scene: 'second_step', purpose },
  })
  const awaitedBy = { nonceHash: sha256(flow), requester: requesterHash(mail.keys.receiver, caller) }
  const allow = isAllowedByLink
    ? loginLink(mail.keys.link, {
        flow: sha256(flow).toString('base64url'),
        uid: owner.uid,
        network: networkHash(key, caller).toString('base64url'),
        place: await mail.placeOf(caller.ip),
        application: deviceOf(caller)?.application,
        at,
      })
    : ''
  const content = { template: 'login_code', code, purpose, allow } as const
  await notifyOwner(tx, mail, owner, caller, content, { notAfter, awaitedBy })
}

/** Mails a code: human ticket, gate of 60 s, limits a day, code and mail in one transaction (S-020 to S-026). */

import type { Language } from '@kerf/contract/language'
import {
  VERIFICATION_CODE_DIGITS,
  VERIFICATION_CODE_RESEND_SECONDS,
  VERIFICATION_CODE_TTL_SECONDS,
} from '@kerf/contract/limits'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { keyedHash, randomDigits, sha256 } from '../../platform/keys/secrets.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { findAccount } from '../account/credential-store.ts'
import { canonicalEmail } from '../account/email-address.ts'
import type { HumanCheck } from './human-check.ts'
import { mailboxReceiver } from './receiver-hash.ts'
import {
  claimSend,
  findVerification,
  readSendDelay,
  storeCode,
  type VerificationRow,
} from './verification-store.ts'

export interface SendVerificationCodeDependencies {
  readonly db: Database
  readonly keys: Keys
  readonly limiter: Limiter
  readonly human: HumanCheck
  readonly accountPrivacy: 'friendly' | 'strict'
  /** codes a day */
  readonly perReceiver: number
  readonly perAddress: number
}

const DAY = 24 * 3600

export const codeHash = (key: Buffer, nonce: string, code: string): Buffer => keyedHash(key, nonce, code)

export interface SendVerificationCodeInput {
  readonly receiver: string
  readonly nonce: string
  readonly ticket: string
  readonly lang?: Language | undefined
}

export function createSendVerificationCode(of: SendVerificationCodeDependencies) {
  const { db, keys, limiter, human } = of

  /** The mailbox a code goes to; undefined: strict privacy, and nobody is there to get one. */
  const mailboxOf = async (
    row: VerificationRow,
    input: SendVerificationCodeInput,
  ): Promise<string | undefined> => {
    const named = input.receiver.includes('@') && !input.receiver.includes('*')
    const canonical = named ? canonicalEmail(input.receiver) : undefined
    const isNamed = canonical !== undefined && mailboxReceiver(keys.receiver, canonical).equals(row.receiver)
    if (isNamed) {
      const mustExist = row.scene === 'login' || row.scene === 'findpwd'
      if (!mustExist) return input.receiver
      // As its owner spelled it: a mail server may tell letter case apart.
      const [owner] = row.uid === null ? [] : await findAccount(db, row.uid)
      return owner?.email
    }
    // An enterprise account or the signed-in one: the nonce decides, the receiver is a masked mailbox or the account.
    const [account] = row.uid === null ? [] : await findAccount(db, row.uid)
    const own = account && canonicalEmail(account.email)
    const fits =
      own !== undefined &&
      (!named || canonical === own) &&
      !mailboxReceiver(keys.receiver, own).equals(row.receiver)
    if (account && fits) return account.email
    // Strict: a receiver that does not fit must not tell an account that exists from one that does not.
    if (of.accountPrivacy === 'strict' && row.scene === 'findpwd') return undefined
    throw new ApiError('expired')
  }

  return async function sendCaptcha(
    input: SendVerificationCodeInput,
    caller: Caller,
  ): Promise<{ wait: number }> {
    const nonceHash = sha256(input.nonce)
    const [row] = await findVerification(db, nonceHash)
    if (!row) throw new ApiError('expired')
    const mailbox = await mailboxOf(row, input)
    const [gate] = await readSendDelay(db, row.receiver, row.scene, VERIFICATION_CODE_RESEND_SECONDS)
    if (gate && gate.wait > 0) throw new ApiError('captcha_frequency', { retryAfter: gate.wait })
    await human.consume(input.ticket)
    const lang = input.lang ?? caller.lang
    const brand = caller.app.origin
    await db.transaction(async tx => {
      const [passed] = await claimSend(
        tx,
        row.receiver,
        row.scene,
        nonceHash,
        VERIFICATION_CODE_RESEND_SECONDS,
      )
      if (!passed) throw new ApiError('captcha_frequency', { retryAfter: VERIFICATION_CODE_RESEND_SECONDS })
      // After the gate, so that of calls at once only the one that sends uses up the day's share.
      await limiter.take(
        { key: `code:${row.receiver.toString('base64url')}`, limit: of.perReceiver, seconds: DAY },
        { key: `codes:${caller.limitKey}`, limit: of.perAddress, seconds: DAY },
      )
      const code = randomDigits(VERIFICATION_CODE_DIGITS)
      const [put] = await storeCode(
        tx,
        nonceHash,
        codeHash(keys.code, input.nonce, code),
        VERIFICATION_CODE_TTL_SECONDS,
      )
      if (!put) throw new ApiError('expired')
      const minutes = VERIFICATION_CODE_TTL_SECONDS / 60
      const notAfter = Math.floor(Date.now() / 1_000) + VERIFICATION_CODE_TTL_SECONDS
      const taken = row.scene === 'register' && row.uid !== null
      if (taken) {
        // Strict privacy answered alike; the owner of the mailbox alone learns that there is an account.
        await queueMail(tx, keys.mail, {
          to: mailbox ?? '',
          lang,
          brand,
          content: { template: 'already_registered' },
        })
      } else if (mailbox !== undefined) {
        const content = { template: 'code', code, scene: row.scene, minutes } as const
        await queueMail(tx, keys.mail, { to: mailbox, lang, brand, content }, notAfter)
      }
      await writeAudit(tx, {
        event: 'verification.code_sent',
        outcome: 'ok',
        uid: row.uid,
        ...auditContext(caller),
        detail: { scene: row.scene },
      })
    })
    return { wait: VERIFICATION_CODE_RESEND_SECONDS }
  }
}

export type SendVerificationCode = ReturnType<typeof createSendVerificationCode>

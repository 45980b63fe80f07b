/** Mails a verification code: send gate, human check, daily limits, then code and mail in one transaction (S-020 to S-026). */
import type { Language } from '@kerf/contract/language'
import {
  DAY_SECONDS,
  VERIFICATION_CODE_DIGITS,
  VERIFICATION_CODE_RESEND_SECONDS,
  VERIFICATION_CODE_TTL_SECONDS,
} from '@kerf/contract/limits'
import { queueMail } from '../../outbound/mail/queue-mail.ts'
import { findSecondMailbox } from '../../outbound/mail/second-mailbox-store.ts'
import type { MailContent } from '../../outbound/mail/templates/mail-content.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { parseMailbox } from '../../platform/config/parse-mailbox.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomDigits, sha256 } from '../../platform/keys/secrets.ts'
import { addressLimits } from '../../platform/limits/address-limits.ts'
import { isOverLimit } from '../../platform/limits/rate-limiter.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { findAccount, NO_UID } from '../account/credential-store.ts'
import { canonicalEmail } from '../account/email-address.ts'
import {
  accountSubject,
  guessingLimits,
  knownBrowsersLimit,
  unknownSubject,
} from '../account/guessing-limits.ts'
import type { SessionClaims } from '../session/session-claims.ts'
import { assertRecentAuthentication } from '../session/session-companion.ts'
import { isKnownBrowser } from '../session/store/known-browser-store.ts'
import { extraTryLimits } from './extra-tries.ts'
import type { HumanCheck } from './human-check.ts'
import { mailboxReceiver, requesterHash } from './receiver-hash.ts'
import { codeHash } from './verification-codes.ts'
import { claimSend, findNonce, readSendDelay, storeCode, type VerificationRow } from './verification-store.ts'

export interface SendVerificationCodeDependencies
  extends Pick<PlatformServices, 'db' | 'keys' | 'limiter' | 'clock' | 'config'> {
  readonly human: HumanCheck
}

/** Codes without a human check for an account whose person proved a factor minutes ago. */
const UNCHECKED_LIMIT = { limit: 10, seconds: 3600 }

/** Nobody can be mailed. The mail is queued all the same, and dropped, so that the call does the same work (S-025). */
const NEVER_SENT = 0

interface ResolvedMail {
  /** empty: an enterprise account that does not exist has no address */
  readonly to: string
  /** `already_registered` and `no_account` occur in strict privacy only */
  readonly template: 'code' | 'already_registered' | 'no_account'
  /** the caller named the address, not an account */
  readonly isByAddress: boolean
}

const named = (template: ResolvedMail['template'], to: string): ResolvedMail => ({
  to,
  template,
  isByAddress: true,
})

export interface SendVerificationCodeInput {
  /** the email address, or its masked form for the account that the nonce names */
  readonly receiver: string
  readonly nonce: string
  /** from the human check; may be missing for a session that proved a factor minutes ago */
  readonly ticket?: string | undefined
  readonly lang?: Language | undefined
}

export function createSendVerificationCode(deps: SendVerificationCodeDependencies) {
  const { db, keys, limiter, clock, human, config } = deps

  /** Whom to mail, and what. Strict privacy reads as much for an unknown account as for a known one (S-025). */
  const resolveMail = async (
    { receiver, scene, uid }: VerificationRow,
    input: SendVerificationCodeInput,
  ): Promise<ResolvedMail> => {
    // A masked address parses as a mailbox, too: `*` is valid in a local part.
    const mailbox = parseMailbox(input.receiver)
    const isAddress = input.receiver.includes('@') && !input.receiver.includes('*')
    const [account] = await findAccount(db, { uid: uid ?? NO_UID })
    if (mailbox && mailboxReceiver(keys.receiver, mailbox.canonical).equals(receiver)) {
      // Strict privacy answered as for a free address; only the owner of the mailbox learns of the account.
      if (scene === 'register' && uid !== null) return named('already_registered', mailbox.address)
      const mustExist = scene === 'login' || scene === 'findpwd'
      if (!mustExist) return named('code', mailbox.address)
      if (!account) return named('no_account', mailbox.address)
      // To the address as its owner spelled it: a mail server may distinguish letter case.
      if (canonicalEmail(account.email) === mailbox.canonical) return named('code', account.email)
      const at = new Date(await clock.now())
      const [second] = await findSecondMailbox(db, { uid: account.uid, at })
      if (scene === 'findpwd' && second?.canonical === mailbox.canonical) return named('code', second.email)
      throw new ApiError('expired')
    }
    // The nonce names an enterprise account or the signed-in account; the receiver is its masked or full address.
    const accountEmail = account && canonicalEmail(account.email)
    const matches =
      accountEmail !== undefined &&
      (!isAddress || mailbox?.canonical === accountEmail) &&
      !mailboxReceiver(keys.receiver, accountEmail).equals(receiver)
    if (account && matches) return { to: account.email, template: 'code', isByAddress: false }
    // Strict privacy: a receiver that does not match must not reveal whether the account exists.
    if (config.accountPrivacy === 'strict' && scene === 'findpwd')
      return { to: '', template: 'no_account', isByAddress: false }
    throw new ApiError('expired')
  }

  /**
   * Counts a mail. A known browser has the receiver's number of mails for itself, but all known browsers of an account share
   * a limit: otherwise fifty of them could fill a mailbox. Past the limits of a day, the human check that was passed opens
   * one more.
   */
  const countMail = async (
    { receiver, uid }: VerificationRow,
    isKnown: boolean,
    caller: Caller,
    isChecked: boolean,
  ) => {
    const subject = uid === null ? unknownSubject(receiver) : accountSubject(uid)
    const key = guessingLimits(subject, isKnown ? caller.browserHash : undefined).codeMailsKey
    const ofReceiver = { key, limit: config.codesPerReceiver, seconds: DAY_SECONDS }
    const ofNetwork = addressLimits('codes', caller, { limit: config.codesPerAddress, seconds: DAY_SECONDS })
    try {
      if (isKnown) {
        const counts = await limiter.readCounts([key])
        await limiter.consume(ofReceiver, knownBrowsersLimit('mails', subject, key, counts))
      } else await limiter.consume(ofReceiver, ...ofNetwork)
    } catch (error) {
      if (!isOverLimit(error)) throw error
      if (!isChecked) throw new ApiError('human_verification_required')
      await limiter.consume(...extraTryLimits('mail', subject, caller))
    }
  }

  /**
   * In place of a human check: the session proved a factor minutes ago in the browser that calls. Limited per account, so that a
   * script in a stolen browser mails no more than a person would ask for. Throws `human_verification_required`.
   */
  async function assertProvedFactor(session: SessionClaims | undefined, caller: Caller): Promise<void> {
    if (!session) throw new ApiError('human_verification_required')
    try {
      await assertRecentAuthentication(db, session, caller)
      await limiter.consume({ key: `unchecked-mails.account:${session.uid}`, ...UNCHECKED_LIMIT })
    } catch (error) {
      const isRefusal =
        isOverLimit(error) || (error instanceof ApiError && error.errorName === 'proof_required')
      throw isRefusal ? new ApiError('human_verification_required') : error
    }
  }

  /** `findSession`: the live session of the caller, asked for only where there is no ticket. */
  return async function sendVerificationCode(
    input: SendVerificationCodeInput,
    caller: Caller,
    findSession: () => Promise<SessionClaims | undefined>,
  ): Promise<{ wait: number }> {
    const nonceHash = sha256(input.nonce)
    const [row] = await findNonce(db, { nonceHash })
    if (!row) throw new ApiError('expired')
    return ApiError.aimedAt(row.uid ?? undefined, () => sendTo(row, nonceHash, input, caller, findSession))
  }

  async function sendTo(
    row: VerificationRow,
    nonceHash: Buffer,
    input: SendVerificationCodeInput,
    caller: Caller,
    findSession: () => Promise<SessionClaims | undefined>,
  ): Promise<{ wait: number }> {
    const { receiver, scene, uid } = row
    const { to, template, isByAddress } = await resolveMail(row, input)
    const isKnown = await isKnownBrowser(db, uid ?? NO_UID, caller.browserHash)
    const claim = { receiver, scene, requester: requesterHash(keys.receiver, caller), isKnown }
    const [delay] = await readSendDelay(db, claim)
    if (delay && delay.seconds > 0) throw new ApiError('captcha_frequency', { retryAfter: delay.seconds })
    const isChecked = input.ticket !== undefined
    if (isChecked) await human.consume(input.ticket)
    else await assertProvedFactor(await findSession(), caller)
    const lang = input.lang ?? caller.lang
    const brand = caller.app.brand
    await db.transaction(async tx => {
      if (!(await claimSend(tx, { ...claim, nonceHash })))
        throw new ApiError('captcha_frequency', { retryAfter: VERIFICATION_CODE_RESEND_SECONDS })
      // After the claim, so that of calls at once only the one that sends counts towards the day's limit.
      await countMail(row, isKnown, caller, isChecked)
      const code = randomDigits(VERIFICATION_CODE_DIGITS)
      const [stored] = await storeCode(tx, { nonceHash, codeHash: codeHash(keys.code, input.nonce, code) })
      if (!stored) throw new ApiError('expired')
      const minutes = VERIFICATION_CODE_TTL_SECONDS / 60
      const content: MailContent = template === 'code' ? { template, code, scene, minutes } : { template }
      const notAfter = to === '' ? NEVER_SENT : stored.ends_at
      const mail = { to, lang, brand, content, uid, requestId: caller.requestId }
      // Strict privacy: that the mail of an enterprise account is refused would tell that the account exists.
      const isHidden = config.accountPrivacy === 'strict' && scene === 'findpwd' && !isByAddress
      const awaitedBy = isHidden ? undefined : { nonceHash, requester: claim.requester }
      await queueMail(tx, keys.mail, mail, { notAfter, awaitedBy })
      await writeAudit(tx, {
        event: 'verification.code_sent',
        outcome: 'ok',
        uid,
        ...auditContext(caller),
        detail: { scene },
      })
    })
    return { wait: VERIFICATION_CODE_RESEND_SECONDS }
  }
}

export type SendVerificationCode = ReturnType<typeof createSendVerificationCode>

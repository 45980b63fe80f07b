/** Why a person gets no email with a code. An address without an account has these facts, too. */
import { VERIFICATION_CODE_RESEND_SECONDS } from '@kerf/contract/limits'
import { mailboxReceiver } from '../../identity/index.ts'
import { mailAddressHash } from '../../outbound/mail/mail-address.ts'
import type { DeliveryStatus } from '../../outbound/mail/mail-delivery-store.ts'
import { type MailRow, searchMails } from '../mail/mail-report-store.ts'
import { findLastCode, findSuppression } from './explain-store.ts'
import type { FactContext, FactSource, RawFact } from './fact.ts'
import type { FactCode } from './fact-texts.ts'
import { describeRefusals } from './refusals.ts'
import { usedLimits } from './used-limits.ts'

const MAILS_MAX = 3
const MAIL_CODES = {
  queued: 'mail_queued',
  deferred: 'mail_deferred',
  sent: 'mail_sent',
  refused: 'mail_refused',
  bounced: 'mail_bounced',
  suppressed: 'mail_suppressed',
  expired: 'mail_expired',
} as const satisfies Readonly<Record<DeliveryStatus, FactCode>>
/** Only the newest one decides: an older one that failed was followed by it. */
const isFailed = (status: DeliveryStatus): boolean => status !== 'sent'

const toFact = (
  { id, status, at, template, attempts, command, reply, code }: MailRow,
  isNewest: boolean,
): RawFact => ({
  code: MAIL_CODES[status],
  blocks: isNewest && isFailed(status),
  since: at,
  ...(isNewest && status === 'deferred' && { mend: { operation: 'mail resend', arguments: [id] } }),
  values: {
    ...{ template, attempts },
    smtp: [command, reply, code].filter(part => part !== null).join(' ') || '–',
  },
})

const ofAddress =
  (source: (address: string, context: FactContext) => Promise<readonly RawFact[]>): FactSource =>
  context =>
    context.address === undefined ? [] : source(context.address, context)

export const CODE_FACTS: readonly FactSource[] = [
  ofAddress(async (address, { db, keys }) => {
    const [found] = await findSuppression(db, { addressHash: mailAddressHash(keys.mail, address) })
    if (!found) return []
    const { id, since, code } = found
    const mend = { operation: 'mail lift', arguments: [id] }
    return [{ code: 'address_suppressed', blocks: true, since, values: { smtp: code ?? '–' }, mend }]
  }),
  usedLimits([
    ...(['code', 'mails-known', 'wrong', 'wrong-known', 'login-code'] as const),
    ...(['extra-code.account', 'extra-mail.account'] as const),
  ]),
  ofAddress(async (address, { db, keys, now }) => {
    const [last] = await findLastCode(db, { receiver: mailboxReceiver(keys.receiver, address) })
    const until = last ? last.sentAt + VERIFICATION_CODE_RESEND_SECONDS : 0
    return last && until > now ? [{ code: 'code_interval', since: last.sentAt, until }] : []
  }),
  ofAddress(async (address, { db, keys }) => {
    const any = { requestId: null, status: null, domain: null, since: null }
    const addressHash = mailAddressHash(keys.mail, address)
    const mails = await searchMails(db, { ...any, addressHash, limit: MAILS_MAX })
    return mails.length === 0
      ? [{ code: 'mail_none' }]
      : mails.map((mail, index) => toFact(mail, index === 0))
  }),
  describeRefusals(/\/(?:captcha|verify)/, /^(?:verification|password)\./),
]

/** Answers "I get no code": what became of the mails to an address, and which addresses get none. */
import { findAccount } from '../../identity/index.ts'
import { mailAddressHash } from '../../outbound/mail/mail-address.ts'
import { type Fault, faultOf } from '../../outbound/mail/smtp-error.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { accountNotFound, findUid } from '../account/find-account.ts'
import { OperationError } from '../input/operation-error.ts'
import { loadInstallationKeys } from '../installation/load-installation-keys.ts'
import type { Installation } from '../installation/open-installation.ts'
import {
  findMail,
  liftSuppression,
  listSuppressedAddresses,
  type MailRow,
  type MailSearch,
  retryMail,
  type SuppressionRow,
  searchMails,
} from './mail-report-store.ts'

type Target = Pick<Installation, 'db' | 'config'>

export interface MailFilter {
  /** mails to the current address of this account: user ID, email address or enterprise account ID */
  readonly who?: string | undefined
  /** mails to this address, whether or not it has an account */
  readonly email?: string | undefined
  readonly request?: string | undefined
  readonly status?: string | undefined
  readonly domain?: string | undefined
  readonly since?: Date | undefined
  readonly limit: number
}

export interface ListedMail extends MailRow {
  /** who must act; null: nobody */
  readonly fault: Fault | null
}

async function findAddress(
  db: Database,
  { who, email }: MailFilter,
): Promise<{ uid?: string; address?: string }> {
  if (email !== undefined) return { address: email }
  if (who === undefined) return {}
  const uid = await findUid(db, who)
  const [account] = uid === undefined ? [] : await findAccount(db, { uid })
  if (!account || uid === undefined) throw accountNotFound()
  return { uid, address: account.email }
}

/** Mails of the last 30 days, newest first. Writes an audit event (S-119). Throws an OperationError. */
export async function listMails(
  { db, config }: Target,
  filter: MailFilter,
  operator: string,
): Promise<ListedMail[]> {
  const { uid = null, address } = await findAddress(db, filter)
  const keys = address === undefined ? undefined : await loadInstallationKeys(db, config)
  const search: MailSearch = {
    addressHash: keys && address !== undefined ? mailAddressHash(keys.mail, address) : null,
    requestId: filter.request ?? null,
    status: filter.status ?? null,
    domain: filter.domain?.toLowerCase() ?? null,
    since: filter.since ?? null,
    limit: filter.limit,
  }
  const rows = await searchMails(db, search)
  await writeAudit(db, { event: 'mail.list', outcome: 'ok', uid, operator, detail: { mails: rows.length } })
  return rows.map(row => ({ ...row, fault: hasFailed(row) ? faultOf(row) : null }))
}

const hasFailed = ({ status }: MailRow): boolean => status === 'deferred' || status === 'refused'

/** Newest first. */
export async function listSuppressions(
  db: Database,
  { limit }: { readonly limit: number },
  operator: string,
): Promise<SuppressionRow[]> {
  const rows = await listSuppressedAddresses(db, { limit })
  const detail = { addresses: rows.length }
  await writeAudit(db, { event: 'mail.suppressions', outcome: 'ok', operator, detail })
  return rows
}

/** `address`: an email address, or an id of `listSuppressions`. Throws an OperationError. */
export async function liftMailSuppression(
  { db, config }: Target,
  address: string,
  operator: string,
): Promise<{ id: string; domain: string }> {
  const isAddress = address.includes('@')
  const keys = isAddress ? await loadInstallationKeys(db, config) : undefined
  return db.transaction(async tx => {
    const [lifted] = await liftSuppression(tx, {
      addressHash: keys ? mailAddressHash(keys.mail, address) : null,
      id: isAddress ? null : address.trim().toLowerCase(),
    })
    if (!lifted) throw new OperationError('mail_not_suppressed', { address })
    await writeAudit(tx, { event: 'mail.lift', outcome: 'ok', operator, detail: lifted })
    return lifted
  })
}

const MAIL_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Sends a mail at once that waits for its next try, also one with a code, which nobody sees. The code of a mail that was sent or refused
 * exists nowhere: the person asks for a new one. `id`: see `listMails`. Throws an OperationError.
 */
export async function resendMail(
  db: Database,
  id: string,
  operator: string,
): Promise<{ id: string; template: string; domain: string }> {
  const [mail] = MAIL_ID.test(id) ? await findMail(db, { id }) : []
  if (!mail) throw new OperationError('mail_unknown', { id })
  const { template, domain, status } = mail
  return db.transaction(async tx => {
    const [retried] = await retryMail(tx, { id })
    if (!retried?.jobs) throw new OperationError('mail_not_waiting')
    const detail = { mail: id, template, domain, changed: { status: { from: status, to: 'queued' } } }
    await writeAudit(tx, { event: 'mail.resend', outcome: 'ok', operator, detail })
    return { id, template, domain }
  })
}

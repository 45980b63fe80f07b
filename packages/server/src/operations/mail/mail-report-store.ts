/** Reads and changes the tables of mails for operators. */

import type { DeliveryStatus } from '../../outbound/mail/mail-delivery-store.ts'
import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'

export interface MailRow {
  readonly id: string
  /** unix seconds */
  readonly at: number
  readonly changedAt: number
  readonly status: DeliveryStatus
  readonly template: string
  readonly domain: string
  readonly requestId: string | null
  readonly attempts: number
  readonly command: string | null
  readonly reply: number | null
  readonly code: string | null
}

/** null: any */
export interface MailSearch {
  readonly addressHash: Buffer | null
  readonly requestId: string | null
  readonly status: string | null
  readonly domain: string | null
  readonly since: Date | null
  readonly limit: number
}

/** Newest first. */
export const searchMails = statement<MailRow, MailSearch>(
  'mail_report.search',
  `select id::text, ${epochSeconds('at')} as at, ${epochSeconds('changed_at')} as "changedAt",
          status, template, domain, request_id as "requestId", attempts, command, reply, code
     from mail_delivery
    where ($addressHash::bytea is null or address_hash = $addressHash)
      and ($requestId::text is null or request_id = $requestId)
      and ($status::text is null or status = $status) and ($domain::text is null or domain = $domain)
      and ($since::timestamptz is null or at >= $since)
    order by mail_delivery.at desc limit $limit`,
  { scope: 'coordinator' },
)

export interface SuppressionRow {
  /** names the address, which is not stored: start of its keyed hash */
  readonly id: string
  readonly domain: string
  /** unix seconds */
  readonly since: number
  readonly lastBounceAt: number
  readonly code: string | null
}

const SUPPRESSION_ID = `encode(substring(address_hash from 1 for 8), 'hex')`

/** Newest first. */
export const listSuppressedAddresses = statement<SuppressionRow, { limit: number }>(
  'mail_report.suppressions',
  `select ${SUPPRESSION_ID} as id, domain, ${epochSeconds('suppressed_at')} as since,
          ${epochSeconds('bounced_at')} as "lastBounceAt", code
     from mail_suppression where suppressed_at is not null order by suppressed_at desc limit $limit`,
  { scope: 'coordinator' },
)

/** Forgets the bounces of an address, by its hash or its id. */
export const liftSuppression = statement<
  { id: string; domain: string },
  { addressHash: Buffer | null; id: string | null }
>(
  'mail_report.lift',
  `delete from mail_suppression
    where suppressed_at is not null and (address_hash = $addressHash or ${SUPPRESSION_ID} = $id)
   returning ${SUPPRESSION_ID} as id, domain`,
  { scope: 'coordinator' },
)

export const findMail = statement<
  { status: DeliveryStatus; template: string; domain: string },
  { id: string }
>('mail_report.find', 'select status, template, domain from mail_delivery where id = $id::uuid', {
  scope: 'coordinator',
})

/** Sends a waiting mail at once. `jobs` 0: it does not wait, or is being sent. */
export const retryMail = statement<{ jobs: number }, { id: string }>(
  'mail_report.retry',
  'select enqueue_again($id::uuid) as jobs',
  { scope: 'coordinator' },
)

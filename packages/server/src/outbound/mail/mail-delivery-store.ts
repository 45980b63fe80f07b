/** Tables `mail_delivery` and `mail_suppression`: what became of each mail, and the addresses that get none. */
import { HOUR_SECONDS } from '@kerf/contract/limits'
import { statement } from '../../platform/db/database.ts'

export const DELIVERY_STATUSES = [
  'queued',
  /** not accepted yet; it is tried again */
  'deferred',
  /** accepted by the mail server */
  'sent',
  /** the mail server refused the receiver or the message for good */
  'refused',
  /** came back after it was accepted */
  'bounced',
  /** not sent, because mails to the address came back */
  'suppressed',
  /** not sent in time */
  'expired',
] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

export interface NewDelivery {
  readonly id: string
  readonly template: string
  readonly domain: string
  readonly addressHash: Buffer
  readonly requestId: string | null
  readonly nonceHash: Buffer | null
  readonly requester: Buffer | null
}

/** Stores the delivery and queues the job that sends the mail. */
export const insertQueuedMail = statement<
  never,
  NewDelivery & { task: string; payload: string; attemptsMax: number }
>(
  'mail_delivery.queue',
  `with stored as (
     insert into mail_delivery (id, template, domain, address_hash, request_id, nonce_hash, requester)
     values ($id, $template, $domain, $addressHash, $requestId, $nonceHash, $requester)
   )
   select enqueue($task, $payload::json, $attemptsMax)`,
  { scope: 'coordinator' },
)

/** Whether a mail must not be sent. `notAfter`: unix seconds, compared with the clock that computed it (P-17). */
export const findSendObstacle = statement<
  { expired: boolean; suppressed: boolean },
  { addressHash: Buffer; notAfter: number | null }
>(
  'mail_delivery.obstacle',
  `select coalesce(to_timestamp($notAfter::float8) < now(), false) as expired,
          exists (select from mail_suppression
                   where address_hash = $addressHash and suppressed_at is not null) as suppressed`,
  { scope: 'coordinator' },
)

export interface AttemptResult {
  readonly id: string
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly command: string | null
  readonly reply: number | null
  readonly code: string | null
}

export const recordAttempt = statement<never, AttemptResult>(
  'mail_delivery.record',
  `update mail_delivery
      set status = $status, attempts = $attempts, command = $command, reply = $reply, code = $code, changed_at = now()
    where id = $id`,
  { scope: 'coordinator' },
)

/** What became of the last mail with a code for this nonce, if this browser requested it. */
export const findAwaitedMail = statement<
  { status: DeliveryStatus },
  { nonceHash: Buffer; requester: Buffer }
>(
  'mail_delivery.awaited',
  `select status from mail_delivery
    where nonce_hash = $nonceHash and requester = $requester order by at desc limit 1`,
  { scope: 'coordinator' },
)

/** The health of mail is that of the last hour. */
const HEALTH_SECONDS = HOUR_SECONDS

export interface MailHealth {
  /** mails that were accepted, and that were refused or came back */
  readonly sent: number
  readonly failed: number
  /** mails that wait because the mail server refuses the sender, and its last answer */
  readonly blocked: number
  readonly blockedReply: number | null
  readonly blockedCode: string | null
  /** of `failed`: mails that receivers refuse by policy, and the last answer */
  readonly byPolicy: number
  readonly policyCode: string | null
}

export const readMailHealth = statement<MailHealth>(
  'mail_delivery.health',
  `select count(*) filter (where status = 'sent')::int as sent,
          count(*) filter (where status in ('refused', 'bounced'))::int as failed,
          count(*) filter (where is_blocked)::int as blocked,
          max(reply) filter (where is_blocked) as "blockedReply", max(code) filter (where is_blocked) as "blockedCode",
          count(*) filter (where is_policy)::int as "byPolicy", max(code) filter (where is_policy) as "policyCode"
     from (select status, reply, code,
                  status = 'deferred' and reply >= 500 and (command = 'MAIL FROM' or command like 'AUTH%') as is_blocked,
                  status in ('refused', 'bounced') and code like '5.7.%' as is_policy
             from mail_delivery where changed_at > now() - interval '${HEALTH_SECONDS} seconds') recent`,
  { scope: 'coordinator' },
)

export interface BouncedMail {
  readonly template: string
  readonly domain: string
  readonly requestId: string | null
  /** nothing is sent to the address from now on */
  readonly suppressed: boolean
}

/** Days after its sending within which a mail may come back: as long as its bounce address is good. */
const BOUNCE_DAYS = 7
/** A second bounce within these days suppresses the address. */
const SECOND_BOUNCE_DAYS = 30

/**
 * Marks a mail of the last days as bounced, once. One statement counts the bounces of an address, so that two at once cannot
 * both be the first.
 */
export const recordBouncedMail = statement<BouncedMail, { id: string; code: string; isOfAddress: boolean }>(
  'mail_delivery.bounce',
  `with bounced as (
     update mail_delivery set status = 'bounced', code = $code, command = null, reply = null, changed_at = now()
      where id = $id::uuid and status <> 'bounced' and at > now() - interval '${BOUNCE_DAYS} days'
     returning id, template, domain, request_id, address_hash
   ), counted as (
     insert into mail_suppression as s (address_hash, domain, mail, code)
     select address_hash, domain, id, $code from bounced where $isOfAddress::boolean
     on conflict (address_hash) do update
        set mail = excluded.mail, code = excluded.code, bounced_at = now(),
            suppressed_at = case when s.bounced_at > now() - interval '${SECOND_BOUNCE_DAYS} days' then coalesce(s.suppressed_at, now())
                                 else s.suppressed_at end
     returning suppressed_at
   )
   select template, domain, request_id as "requestId",
          exists (select from counted where suppressed_at is not null) as suppressed
     from bounced`,
  { scope: 'coordinator' },
)

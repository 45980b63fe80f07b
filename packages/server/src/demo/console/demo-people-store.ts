/** Statements that write the people of the demo console. The ids tell them from accounts that people made. */
import { statement } from '../../platform/db/database.ts'

const COORDINATOR = { scope: 'coordinator' } as const

export const findDemoPeople = statement<{ seeded: boolean }, { uid: string }>(
  'demo_people.seeded',
  'select exists (select from account where uid = $uid) as seeded',
)

export interface NewPeople {
  readonly uids: readonly string[]
  readonly emails: readonly string[]
  readonly nicknames: readonly string[]
  readonly states: readonly string[]
}

/** `states`: `banned` accounts are banned for a week. */
export const insertPeople = statement<never, NewPeople>(
  'demo_people.insert',
  `insert into account (uid, kind, email, email_verified_at, nickname, status, ban_reason, banned_until, created_at)
   select uid, 'personal', email, now(), nickname, state, case when state = 'banned' then 'chargeback' else '' end,
          case when state = 'banned' then now() + interval '7 days' end, now() - n * interval '1 day'
     from unnest($uids::uuid[], $emails::text[], $nicknames::text[], $states::text[]) with ordinality p (uid, email, nickname, state, n)
   on conflict do nothing`,
)

export const insertIdentifiers = statement<never, Pick<NewPeople, 'uids' | 'emails'>>(
  'demo_people.identifiers',
  `insert into sign_in_identifier (kind, value, uid)
   select 'email', email, uid from unnest($uids::uuid[], $emails::text[]) p (uid, email) on conflict do nothing`,
)

export const insertSignIns = statement<never, { uids: readonly string[] }>(
  'demo_people.sign_ins',
  `insert into sign_in_record (uid, at, ip, place, application, platform, method, session)
   select uid, now() - n * interval '7 hours', '203.0.113.9', 'Germany', 'Firefox (Windows)', 'web-pc', 'password', md5(uid::text)
     from unnest($uids::uuid[]) with ordinality p (uid, n)`,
)

/** Wrong passwords: so many that the account is locked for an hour. */
export const insertLimits = statement<never, { uids: readonly string[] }>(
  'demo_people.limits',
  `insert into rate_limit (key, points, expire)
   select 'fail-long:' || uid, 60, ((extract(epoch from now()) + 3600) * 1000)::bigint from unnest($uids::text[]) uid
   on conflict do nothing`,
)

/** A refused login each, with the request id that the visitor saw. */
export const insertRefusals = statement<never, { uids: readonly string[] }>(
  'demo_people.refusals',
  `insert into audit_event (event, outcome, uid, network, app, request_id, detail, at)
   select 'login.password', 'refused', uid, '203.0.113.0/24', 'portal', 'demo-request-' || n, '{"reason": "password"}', now() - n * interval '9 minutes'
     from unnest($uids::uuid[]) with ordinality p (uid, n)`,
  COORDINATOR,
)

export interface NewMails {
  readonly hashes: readonly Buffer[]
  readonly statuses: readonly string[]
}

export const insertMails = statement<never, NewMails>(
  'demo_people.mails',
  `insert into mail_delivery (id, at, changed_at, status, template, domain, address_hash, attempts, command, reply, code)
   select gen_random_uuid(), now() - n * interval '11 minutes', now() - n * interval '10 minutes', status, 'code_login', 'demo.example', hash, 1,
          case when status in ('refused', 'deferred') then 'RCPT TO' end,
          case status when 'refused' then 550 when 'deferred' then 451 end,
          case status when 'refused' then '5.1.1' when 'deferred' then '4.2.1' when 'bounced' then '5.2.2' end
     from unnest($hashes::bytea[], $statuses::text[]) with ordinality m (hash, status, n)`,
  COORDINATOR,
)

export const insertSuppressions = statement<never, { hashes: readonly Buffer[] }>(
  'demo_people.suppressions',
  `insert into mail_suppression (address_hash, domain, mail, suppressed_at, code)
   select hash, 'demo.example', gen_random_uuid(), now(), '5.1.1' from unnest($hashes::bytea[]) hash on conflict do nothing`,
  COORDINATOR,
)

/** What the facts about a person are read from. One statement a table, most of them on one shard. Times are unix seconds. */
import { DEFAULT_PASSWORD_EXPIRED } from '../../identity/index.ts'
import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'

export interface ExplainedAccount {
  readonly uid: string
  readonly kind: 'personal' | 'enterprise'
  readonly status: 'active' | 'restricted' | 'banned'
  readonly email: string
  /** enterprise account ID, or null */
  readonly account: string | null
  readonly nickname: string
  readonly bannedUntil: number | null
  readonly banReason: string
  readonly hasPassword: boolean
  readonly defaultPassword: boolean
  readonly defaultPasswordExpired: boolean
  readonly secondFactor: boolean
  readonly secondFactorDemanded: boolean
}

export const findExplainedAccount = statement<ExplainedAccount, { uid: string }>(
  'explain.account',
  `select a.uid, a.kind, a.status, a.email, a.enterprise_id as account, a.nickname, a.ban_reason as "banReason",
          ${epochSeconds('a.banned_until')} as "bannedUntil", a.password_hash is not null as "hasPassword",
          a.default_password as "defaultPassword", ${DEFAULT_PASSWORD_EXPIRED} as "defaultPasswordExpired",
          a.second_factor as "secondFactor", a.second_factor_demanded as "secondFactorDemanded"
     from account a where a.uid = $uid`,
)

export interface ExplainedEvent {
  readonly at: number
  readonly event: string
  readonly outcome: 'ok' | 'refused'
  readonly requestId: string | null
  readonly network: string | null
  readonly detail: Readonly<Record<string, unknown>>
}

/** What happened lately to an account or in a request, newest first, without what operators did. */
export const listLatestEvents = statement<
  ExplainedEvent & { readonly uid: string | null },
  { uid: string | null; request: string | null; limit: number }
>(
  'explain.events',
  `select uid, extract(epoch from at)::float8 as at, event, outcome, request_id as "requestId", network, detail
     from audit_event
    where ($uid::uuid is null or uid = $uid) and ($request::text is null or request_id = $request)
      and operator is null and at > now() - interval '30 days'
    order by audit_event.id desc limit $limit`,
  { scope: 'coordinator' },
)

/** Bans that contain one of the networks, or are a part of it. */
export const findBansOfNetworks = statement<
  { network: string; since: number; until: number | null },
  { networks: readonly string[] }
>(
  'explain.network_bans',
  `select b.network::text as network, ${epochSeconds('b.created_at')} as since, ${epochSeconds('b.until')} as until
     from ip_ban b
    where (b.until is null or b.until > now())
      and exists (select 1 from unnest($networks::cidr[]) n where b.network >>= n or b.network <<= n)
    order by b.network`,
)

export const findSuppression = statement<
  { id: string; since: number; code: string | null },
  { addressHash: Buffer }
>(
  'explain.suppression',
  `select encode(substring(address_hash from 1 for 8), 'hex') as id, ${epochSeconds('suppressed_at')} as since, code
     from mail_suppression where address_hash = $addressHash and suppressed_at is not null`,
  { scope: 'coordinator' },
)

/** When the last code was sent to a mailbox. */
export const findLastCode = statement<{ sentAt: number; scene: string }, { receiver: Buffer }>(
  'explain.last_code',
  `select ${epochSeconds('sent_at')} as "sentAt", scene from verification_gate
    where receiver = $receiver order by verification_gate.sent_at desc limit 1`,
)

export interface ExplainedPasskey {
  readonly name: string
  readonly suspendedAt: number | null
}

export const listPasskeys = statement<ExplainedPasskey, { uid: string }>(
  'explain.passkeys',
  `select name, ${epochSeconds('suspended_at')} as "suspendedAt" from passkey where uid = $uid order by created_at`,
)

/** The lesson that runs, or that stopped without its end. `covered`: percent. */
export const findWatch = statement<
  { course: string; lesson: string; since: number; lastReport: number; covered: number; runs: boolean },
  { uid: string }
>(
  'explain.watch',
  `select course, lesson, ${epochSeconds('started_at')} as since, ${epochSeconds('beat_at')} as "lastReport",
          floor(100.0 * furthest / greatest(duration, 1))::int as covered, beat_at > now() - interval '60 seconds' as runs
     from watch where uid = $uid`,
)

export const findBenefitState = statement<
  { nameEn: string; nameZh: string; retiredAt: number | null },
  { benefit: string }
>(
  'explain.benefit',
  `select name_en as "nameEn", name_zh as "nameZh", ${epochSeconds('retired_at')} as "retiredAt" from benefit where id = $benefit`,
)

export const listBarredMachines = statement<{ machine: string; since: number }, { uid: string }>(
  'explain.machine_bars',
  `select machine, ${epochSeconds('at')} as since from machine_bar where uid = $uid order by machine_bar.at desc limit 20`,
  { scope: 'every shard', because: 'operator' },
)

/** The change of a lost mailbox that operators have decided and that waits. */
export const findMailboxChange = statement<
  { since: number; until: number; confirmed: boolean },
  { uid: string }
>(
  'explain.mailbox_change',
  `select ${epochSeconds('requested_at')} as since, ${epochSeconds('ready_at')} as until, confirmed_at is not null as confirmed
     from mailbox_change where uid = $uid and expires_at > now()`,
)

/** The merge that operators have decided and that closes the account. */
export const findMerge = statement<{ target: string; since: number; until: number }, { uid: string }>(
  'explain.merge',
  `select target, ${epochSeconds('started_at')} as since, ${epochSeconds('ready_at')} as until from account_merge where uid = $uid`,
)

/** Sessions of the console, passkeys of operators, and ceremonies under way. Times are unix seconds. */

import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'
import { OPERATOR_SESSION_SECONDS } from '../../tables/retention.ts'

const COORDINATOR = { scope: 'coordinator' } as const
/** A session without a call ends after it. */
export const OPERATOR_IDLE_SECONDS = 15 * 60

export const insertOperatorSession = statement<
  never,
  { hash: Buffer; id: string; operator: string; host: string; method: 'passkey' | 'openid' }
>(
  'operator_session.insert',
  'insert into operator_session (hash, id, operator, host, method) values ($hash, $id, $operator, $host, $method)',
  COORDINATOR,
)

export interface OperatorSessionRow {
  readonly session: string
  readonly operator: string
  readonly name: string
  /** as they are now: a change counts at the next call */
  readonly roles: readonly string[]
  readonly passkeys: number
  readonly hasCompanyLogin: boolean
  readonly createdAt: number
  readonly endsAt: number
}

/** Uses a session: no row if it is unknown, of another host, idle, old, or if its operator has left (S-170). */
export const useOperatorSession = statement<OperatorSessionRow, { hash: Buffer; host: string }>(
  'operator_session.use',
  `update operator_session s set seen_at = now() from operator o
    where s.hash = $hash and s.host = $host and o.id = s.operator and o.removed_at is null
      and s.seen_at > now() - interval '${OPERATOR_IDLE_SECONDS} seconds'
      and s.created_at > now() - interval '${OPERATOR_SESSION_SECONDS} seconds'
   returning s.id as session, o.id as operator, o.name, o.roles,
             (select count(*)::int from operator_passkey k where k.operator = o.id) as passkeys,
             o.subject is not null as "hasCompanyLogin", ${epochSeconds('s.created_at')} as "createdAt",
             ${epochSeconds(`(s.created_at + interval '${OPERATOR_SESSION_SECONDS} seconds')`)} as "endsAt"`,
  COORDINATOR,
)

export const deleteOperatorSession = statement<{ operator: string; name: string }, { hash: Buffer }>(
  'operator_session.delete',
  `delete from operator_session s using operator o where s.hash = $hash and o.id = s.operator returning o.id as operator, o.name`,
  COORDINATOR,
)

export const deleteOtherSessions = statement<never, { operator: string }>(
  'operator_session.delete_others',
  'delete from operator_session where operator = $operator',
  COORDINATOR,
)

export type CeremonyKind = 'login' | 'enroll' | 'add' | 'openid'
export interface CeremonyRow {
  readonly operator: string | null
  readonly invitation: Buffer | null
  readonly detail: Readonly<Record<string, string>> | null
}

const CEREMONY_MINUTES = 5
export const CEREMONY_TIMEOUT_MS = CEREMONY_MINUTES * 60_000

export const insertCeremony = statement<
  never,
  {
    hash: Buffer
    kind: CeremonyKind
    operator: string | null
    invitation: Buffer | null
    detail: string | null
  }
>(
  'operator_ceremony.insert',
  `insert into operator_ceremony (hash, kind, operator, invitation, detail, expires_at)
   values ($hash, $kind, $operator, $invitation, $detail, now() + interval '${CEREMONY_MINUTES} minutes')`,
  COORDINATOR,
)

/** Counts once. */
export const takeCeremony = statement<CeremonyRow, { hash: Buffer; kind: CeremonyKind }>(
  'operator_ceremony.take',
  `delete from operator_ceremony where hash = $hash and kind = $kind and expires_at > now()
   returning operator, invitation, detail`,
  COORDINATOR,
)

export interface OperatorPasskeyRow {
  readonly credential_id: Buffer
  readonly operator: string
  readonly name: string
  readonly public_key: Buffer
  readonly backup_eligible: boolean
  readonly transports: readonly string[]
}

export const insertOperatorPasskey = statement<
  { operator: string },
  {
    credentialId: Buffer
    operator: string
    publicKey: Buffer
    signCount: number
    backupEligible: boolean
    transports: readonly string[]
  }
>(
  'operator_passkey.insert',
  `insert into operator_passkey (credential_id, operator, public_key, sign_count, backup_eligible, transports)
   values ($credentialId, $operator, $publicKey, $signCount, $backupEligible, $transports)
   on conflict do nothing returning operator`,
  COORDINATOR,
)

export const findOperatorPasskey = statement<OperatorPasskeyRow, { credentialId: Buffer }>(
  'operator_passkey.find',
  `select k.credential_id, k.operator, o.name, k.public_key, k.backup_eligible, k.transports
     from operator_passkey k join operator o on o.id = k.operator
    where k.credential_id = $credentialId and o.removed_at is null`,
  COORDINATOR,
)

export const listOperatorPasskeys = statement<
  Pick<OperatorPasskeyRow, 'credential_id' | 'transports'>,
  { operator: string }
>(
  'operator_passkey.list',
  'select credential_id, transports from operator_passkey where operator = $operator order by created_at',
  COORDINATOR,
)

export interface ListedPasskeyRow {
  /** of the hash of the credential's id */
  readonly id: string
  readonly createdAt: number
  readonly usedAt: number | null
  /** the account of a password manager may have it on several devices */
  readonly synced: boolean
}

const PASSKEY_ID = `left(encode(sha256(credential_id), 'hex'), 12)`

export const describeOperatorPasskeys = statement<ListedPasskeyRow, { operator: string }>(
  'operator_passkey.describe',
  `select ${PASSKEY_ID} as id, ${epochSeconds('created_at')} as "createdAt", ${epochSeconds('used_at')} as "usedAt",
          backup_eligible as synced
     from operator_passkey where operator = $operator order by operator_passkey.created_at`,
  COORDINATOR,
)

/** Never the last one. The caller has locked the operator, so that of two removals at once one sees the other. */
export const deleteOperatorPasskey = statement<{ operator: string }, { operator: string; id: string }>(
  'operator_passkey.delete',
  `delete from operator_passkey where operator = $operator and ${PASSKEY_ID} = $id
      and (select count(*) from operator_passkey where operator = $operator) > 1 returning operator`,
  COORDINATOR,
)

/** No row: the counter did not rise, so the authenticator was copied (WebAuthn Level 3, section 7.2, step 22). */
export const useOperatorPasskey = statement<
  { operator: string },
  { credentialId: Buffer; signCount: number }
>(
  'operator_passkey.use',
  `update operator_passkey set sign_count = $signCount, used_at = now()
    where credential_id = $credentialId and (sign_count < $signCount or (sign_count = 0 and $signCount = 0)) returning operator`,
  COORDINATOR,
)

export const findOperatorBySubject = statement<
  { operator: string; name: string },
  { issuer: string; subject: string }
>(
  'operator.find_by_subject',
  'select id as operator, name from operator where issuer = $issuer and subject = $subject and removed_at is null for update',
  COORDINATOR,
)

/** The company's login of an operator is set once, by an invitation. */
export const setOperatorSubject = statement<
  { id: string },
  { operator: string; issuer: string; subject: string }
>(
  'operator.set_subject',
  `update operator set issuer = $issuer, subject = $subject
    where id = $operator and removed_at is null
      and not exists (select 1 from operator x where x.issuer = $issuer and x.subject = $subject and x.removed_at is null and x.id <> $operator)
   returning id`,
  COORDINATOR,
)

/** One call of an operator at a time counts people. */
export const lockForBrowsing = statement<never, { operator: string }>(
  'operator_view.lock',
  `select pg_advisory_xact_lock(hashtextextended('operator_view ' || $operator, 0))`,
  COORDINATOR,
)

/** The table has hashes of user IDs. */
const PEOPLE = `array(select sha256(uid::bytea) from unnest($uids::text[]) uid)`

export const recordViews = statement<never, { operator: string; uids: readonly string[] }>(
  'operator_view.record',
  `insert into operator_view (operator, person) select $operator, unnest(${PEOPLE})
   on conflict (operator, person) do update set seen_at = now()`,
  COORDINATOR,
)

/** Of the people whom the operator has read about within the hour: how many are among `uids`, and how many are others. */
export const countViews = statement<
  { others: number; known: number },
  { operator: string; uids: readonly string[] }
>(
  'operator_view.count',
  `select count(*) filter (where person = any (${PEOPLE}))::int as known,
          count(*) filter (where not person = any (${PEOPLE}))::int as others
     from operator_view where operator = $operator and seen_at > now() - interval '1 hour'`,
  COORDINATOR,
)

/** Ceremonies, invitations, sessions and views that have ended. */
export const deleteEnded = statement<never>(
  'operator.delete_ended',
  `with c as (delete from operator_ceremony where expires_at < now()),
        i as (delete from operator_invitation where expires_at < now()),
        v as (delete from operator_view where seen_at < now() - interval '1 hour')
   delete from operator_session where created_at < now() - interval '${OPERATOR_SESSION_SECONDS} seconds'`,
  COORDINATOR,
)

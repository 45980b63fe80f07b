/** Accounts and the identifiers that they sign in with. */

import { publishAccountUpdated } from '../../outbound/webhook/publish-account-event.ts'
import { type Queryable, statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'
import { recordAgreement } from './agreement-store.ts'

/** The account columns that its owner may see. */
export interface FullInfoRow {
  readonly uid: string
  readonly email: string
  readonly user_name: string
  readonly nickname: string
  readonly headpic: string
  readonly country: string
  readonly region: string
  readonly enterprise_id: string | null
  readonly has_password: boolean
  readonly default_password: boolean
  readonly gender: '' | 'male' | 'female'
  /** unix seconds */
  readonly birthday: number | null
  readonly introduction: string
  readonly analytics_id: string
  /** unix seconds */
  readonly created_at: number
}

export const findFullInfo = statement<FullInfoRow, { uid: string }>(
  'account.full_info',
  `select uid, email, user_name, nickname, headpic, country, region, enterprise_id,
          password_hash is not null as has_password, default_password, gender,
          extract(epoch from birthday)::float8 as birthday, introduction, analytics_id,
          ${epochSeconds('created_at')} as created_at
     from account where uid = $uid`,
)

/**
 * Locks an account until the transaction ends, so that no session starts meanwhile and other changes of the account
 * wait. Statements after it see every session that was started before. Returns no row if the account does not exist.
 */
export const lockAccount = statement<{ uid: string; analytics_id: string }, { uid: string }>(
  'account.lock',
  'select uid, analytics_id from account where uid = $uid for update',
)

/** Keeps an account from being erased until the transaction ends, before a row of it is written. No row: it was erased. */
export const lockAgainstErasure = statement<{ uid: string }, { uid: string }>(
  'account.lock_against_erasure',
  'select uid from account where uid = $uid for key share',
)

/** An email address or an enterprise account ID that identifies an account at sign-in. */
export interface Identifier {
  readonly kind: 'email' | 'account'
  /** the canonical email address, or the enterprise account ID in lower case */
  readonly value: string
}

export const findIdentifierOwner = statement<{ uid: string }, Identifier>(
  'identifier.owner',
  'select uid from sign_in_identifier where kind = $kind and value = $value',
)

/** What the account is found by at a sign-in without a passkey: its email address, its enterprise account ID, its social identities. */
export const listIdentifiers = statement<{ kind: string }, { uid: string }>(
  'identifier.list',
  'select kind from sign_in_identifier where uid = $uid',
  { scope: 'every shard', because: 'credential change' },
)

/** Returns no row if the identifier belongs to an account already; of two claims at once, the second waits for the first. */
export const claimIdentifier = statement<{ uid: string }, Identifier & { uid: string }>(
  'identifier.claim',
  `insert into sign_in_identifier as i (kind, value, uid) values ($kind, $value, $uid)
   on conflict do nothing returning i.uid`,
)

const removeIdentifier = statement<never, Identifier & { uid: string }>(
  'identifier.remove',
  'delete from sign_in_identifier where kind = $kind and value = $value and uid = $uid',
)

export interface NewPersonalAccount {
  readonly uid: string
  readonly canonicalEmail: string
  /** as typed by its owner */
  readonly email: string
  readonly lang: string
  /** null: no password is set */
  readonly passwordHash: string | null
}

const insertPersonal = statement<never, Omit<NewPersonalAccount, 'canonicalEmail'>>(
  'account.insert_personal',
  `insert into account (uid, kind, email, email_verified_at, lang, password_hash)
   values ($uid, 'personal', $email, now(), $lang, $passwordHash) on conflict do nothing`,
)

/**
 * Creates a personal account that owns its email address and has accepted the current documents. Returns false if the
 * address belongs to another account. The statements are sent at once, so the caller then rolls back what was written.
 */
export async function insertPersonalAccount(tx: Queryable, account: NewPersonalAccount): Promise<boolean> {
  const { uid, canonicalEmail: value } = account
  const [[claimed]] = await Promise.all([
    claimIdentifier(tx, { kind: 'email', value, uid }),
    insertPersonal(tx, account),
    recordAgreement(tx, uid),
  ])
  return claimed !== undefined
}

const setEmail = statement<never, { uid: string; email: string }>(
  'account.set_email',
  'update account set email = $email, email_verified_at = now(), updated_at = now() where uid = $uid',
)

/** Whether the account has had its present address since before `at`. */
export const findEmailAge = statement<{ isOlder: boolean }, { uid: string; at: Date }>(
  'account.email_age',
  'select email_verified_at < $at as "isOlder" from account where uid = $uid',
)

const keepFormerEmail = statement<never, { uid: string; canonical: string }>(
  'former_email.insert',
  `insert into former_email as f (uid, email, canonical, had_since)
   select a.uid, a.email, $canonical, a.email_verified_at from (select uid, email, email_verified_at from account where uid = $uid) a
   on conflict do nothing`,
)

/** Moves an account from one email address to another, and stores the former one for 30 days. Returns false if the new address belongs to another account. */
export async function moveEmail(
  tx: Queryable,
  {
    uid,
    email,
    from,
    to,
  }: {
    readonly uid: string
    /** the new address as typed by its owner */
    readonly email: string
    /** canonical form of the present address */
    readonly from: string
    /** canonical form of the new address */
    readonly to: string
  },
): Promise<boolean> {
  const [claimed] = await claimIdentifier(tx, { kind: 'email', value: to, uid })
  if (!claimed) return false
  await keepFormerEmail(tx, { uid, canonical: from })
  await Promise.all([
    removeIdentifier(tx, { kind: 'email', value: from, uid }),
    setEmail(tx, { uid, email }),
    publishAccountUpdated(tx, uid, ['email']),
  ])
  return true
}

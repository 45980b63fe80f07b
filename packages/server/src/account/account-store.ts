/** Rows of accounts and of what they sign in with. */
import { statement } from '../db/database.ts'

export interface Credentials {
  readonly uid: string
  readonly kind: 'personal' | 'enterprise'
  readonly status: 'active' | 'restricted' | 'banned'
  readonly email: string
  readonly lang: 'en' | 'zh'
  readonly password_hash: string | null
  readonly default_password: boolean
  /** the default password of an enterprise account that nobody used for 30 days is dead */
  readonly default_dead: boolean
}

const CREDENTIALS = `select a.uid, a.kind, a.status, a.email, a.lang, a.password_hash, a.default_password,
  a.default_password and a.created_at < now() - interval '30 days'
    and not exists (select from sign_in_record r where r.uid = a.uid) as default_dead
  from account a`

export const findByIdentifier = statement<Credentials, [kind: 'email' | 'account', value: string]>(
  'account.by_identifier',
  `${CREDENTIALS} join sign_in_identifier i on i.uid = a.uid where i.kind = $1 and i.value = $2`,
)

export const findByUid = statement<Credentials, [uid: string]>(
  'account.by_uid',
  `${CREDENTIALS} where a.uid = $1`,
)

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
  readonly birthday: number | null
  readonly introduction: string
  readonly analytics_id: string
}

export const findFullInfo = statement<FullInfoRow, [uid: string]>(
  'account.full_info',
  `select uid, email, user_name, nickname, headpic, country, region, enterprise_id,
          password_hash is not null as has_password, default_password, gender,
          extract(epoch from birthday)::float8 as birthday, introduction, analytics_id
     from account where uid = $1`,
)

/** Makes a personal account and claims its address; no row when another claim of the address was first. */
export const insertPersonal = statement<
  { uid: string },
  [
    uid: string,
    canonicalEmail: string,
    email: string,
    lang: string,
    passwordHash: string,
    termsVersion: string,
    privacyVersion: string,
  ]
>(
  'account.insert_personal',
  `with claimed as (
     insert into sign_in_identifier (kind, value, uid) values ('email', $2, $1) on conflict do nothing returning uid
   ), made as (
     insert into account (uid, kind, email, email_verified_at, lang, password_hash)
     select uid, 'personal', $3, now(), $4, $5 from claimed returning uid
   ), agreed as (
     insert into agreement (uid, document, version)
     select uid, d.document, d.version from made, (values ('terms', $6), ('privacy', $7)) as d(document, version)
   )
   select uid from made`,
)

export const setPassword = statement<{ uid: string }, [uid: string, hash: string]>(
  'account.set_password',
  'update account set password_hash = $2, default_password = false where uid = $1 returning uid',
)

/** Replaces a hash made with weaker parameters, unless the password was changed meanwhile. */
export const replaceHash = statement<never, [uid: string, before: string, after: string]>(
  'account.replace_hash',
  'update account set password_hash = $3 where uid = $1 and password_hash = $2',
)

/** Begins the seven days in which a default password may be put off. */
export const markDefaultUsed = statement<never, [uid: string]>(
  'account.default_used',
  'update account set default_first_used_at = coalesce(default_first_used_at, now()) where uid = $1',
)

export const recordAgreement = statement<never, [uid: string, termsVersion: string, privacyVersion: string]>(
  'account.agree',
  `insert into agreement (uid, document, version) values ($1, 'terms', $2), ($1, 'privacy', $3)
   on conflict do nothing`,
)

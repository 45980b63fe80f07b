import { statement } from '../db/database.ts'

/** Makes a personal account and claims its address; no row when another claim of the address was first. */
export const insertPersonal = statement<
  { uid: string },
  [
    uid: string,
    canonicalEmail: string,
    email: string,
    lang: string,
    passwordHash: string | null,
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

/** Makes personal accounts: each claims its address in the statement that makes it. */
import { statement } from '../../platform/db/database.ts'
import { usedUpNow } from '../verification/used-up.ts'

type Personal = readonly [
  uid: string,
  canonicalEmail: string,
  email: string,
  lang: string,
  passwordHash: string | null,
  termsVersion: string,
  privacyVersion: string,
]

const makePersonal = (condition: string): string => `with claimed as (
     insert into sign_in_identifier (kind, value, uid) select 'email', $2, $1::uuid where ${condition}
     on conflict do nothing returning uid
   ), made as (
     insert into account (uid, kind, email, email_verified_at, lang, password_hash)
     select uid, 'personal', $3, now(), $4, $5 from claimed returning uid
   ), agreed as (
     insert into agreement (uid, document, version)
     select uid, d.document, d.version from made, (values ('terms', $6), ('privacy', $7)) as d(document, version)
   )`

/** No row when another claim of the address was first. */
export const insertPersonalAccount = statement<{ uid: string }, Personal>(
  'account.insert_personal',
  `${makePersonal('true')} select uid from made`,
)

/**
 * The same for a code that this very transaction has used up, with the audit row of either outcome. No row: the code
 * was wrong, or another claim of the address was first.
 */
export const registerPersonal = statement<
  { uid: string },
  [...Personal, nonceHash: Buffer, network: string | null, app: string, requestId: string, receiver: Buffer]
>(
  'account.register',
  `${makePersonal(usedUpNow('$8', '$12', 'register'))}, audited as (
     insert into audit_event (event, outcome, uid, network, app, request_id)
     select 'account.register', case when uid is null then 'refused' else 'ok' end, uid, $9, $10, $11
       from (values (true)) as asked left join made on true
   )
   select uid from made`,
)

/** Records which versions of the documents a person agreed to. */
import { statement } from '../../platform/db/database.ts'

export const recordAgreement = statement<never, [uid: string, termsVersion: string, privacyVersion: string]>(
  'account.agree',
  `with owner as (select uid from account where uid = $1 for key share)
   insert into agreement (uid, document, version)
   select uid, d.document, d.version from owner, (values ('terms', $2), ('privacy', $3)) as d(document, version)
   on conflict do nothing`,
)

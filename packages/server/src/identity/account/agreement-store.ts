/** The versions of the legal documents that an account has accepted. */
import { PRIVACY_VERSION, TERMS_VERSION } from '@kerf/contract/legal-versions'
import { type Queryable, statement } from '../../platform/db/database.ts'

interface AgreedVersions {
  readonly uid: string
  readonly termsVersion: string
  readonly privacyVersion: string
}

/** The lock on the account keeps a deletion at the same moment from leaving rows of a deleted account. */
const insertAgreement = statement<never, AgreedVersions>(
  'agreement.insert',
  `insert into agreement (uid, document, version)
   select a.uid, d.document, d.version
     from account a, (values ('terms', $termsVersion), ('privacy', $privacyVersion)) as d(document, version)
    where a.uid = $uid for key share of a
   on conflict do nothing`,
)

/** Records that the account accepts the current documents. Writes nothing if the account does not exist. */
export async function recordAgreement(on: Queryable, uid: string): Promise<void> {
  await insertAgreement(on, { uid, termsVersion: TERMS_VERSION, privacyVersion: PRIVACY_VERSION })
}

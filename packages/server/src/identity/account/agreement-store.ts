/** The versions of the legal documents that an account has accepted. */
import type { SignInAgreement } from '@kerf/contract/fields'
import { PRIVACY_VERSION, TERMS_VERSION } from '@kerf/contract/legal-versions'
import { type Queryable, statement } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'

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

const findAgreements = statement<{ document: string }, AgreedVersions>(
  'agreement.find',
  `select document from agreement
    where uid = $uid and (document, version) in (('terms', $termsVersion), ('privacy', $privacyVersion))`,
)

/** Whether the account has accepted both current documents. */
async function hasAgreed(on: Queryable, uid: string): Promise<boolean> {
  const versions = { uid, termsVersion: TERMS_VERSION, privacyVersion: PRIVACY_VERSION }
  return (await findAgreements(on, versions)).length === 2
}

/** Throws `agreement_required` if the person has to be asked first. */
export async function assertAgreed(on: Queryable, uid: string, agreement: SignInAgreement): Promise<void> {
  if (agreement === 'ask' && !(await hasAgreed(on, uid))) throw new ApiError('agreement_required')
}

/** Before a session starts. Throws `agreement_required` if the person has to be asked first. */
export async function settleAgreement(on: Queryable, uid: string, agreement: SignInAgreement): Promise<void> {
  if (agreement === true) await recordAgreement(on, uid)
  else await assertAgreed(on, uid, agreement)
}

/** Records which versions of the documents a person agreed to. */
import { statement } from '../db/database.ts'

export const recordAgreement = statement<never, [uid: string, termsVersion: string, privacyVersion: string]>(
  'account.agree',
  `insert into agreement (uid, document, version) values ($1, 'terms', $2), ($1, 'privacy', $3)
   on conflict do nothing`,
)

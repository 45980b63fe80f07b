/** What a verified identity results in. */
import { ERRORS, type ErrorCode, type ErrorName } from '@kerf/contract/errors'
import type { IssuedSession, PendingSignIn } from '../session/session-claims.ts'

export type IdentityOutcome =
  | { readonly error?: undefined; readonly signedIn?: IssuedSession; readonly created: boolean }
  /** a step, named `flow`, is needed: a connection, or the agreement to the present legal documents */
  | { readonly error: 'has_account' | 'agreement_required'; readonly flow: string }
  /** the second step of the sign-in */
  | ({ readonly error: 'second_factor_required' } & PendingSignIn)
  | { readonly error: 'restricted' | 'account_ban' | 'expired' | 'social_already_bound' }

export const wireCodeOf = ({ error }: { readonly error?: ErrorName | undefined }): 0 | ErrorCode =>
  error === undefined ? 0 : ERRORS[error].code

/** Sign-ins that wait for their second step. A row is found by the hash of a random name and consumed by one statement. */
import { VERIFICATION_CODE_RESEND_SECONDS } from '@kerf/contract/limits'
import { statement } from '../../platform/db/database.ts'

export const FLOW_TTL_SECONDS = 600
/** Wrong codes of one sign-in. */
export const FLOW_TRIES_MAX = 5
/** Mails with a code of one sign-in. */
const FLOW_MAILS_MAX = 3

export const insertSignInFlow = statement<
  never,
  { hash: Buffer; uid: string; browserHash: Buffer; encryptedData: Buffer }
>(
  'sign_in_flow.insert',
  `insert into sign_in_flow (hash, uid, browser_hash, encrypted_data, expires_at)
   values ($hash, $uid, $browserHash, $encryptedData, now() + interval '${FLOW_TTL_SECONDS} seconds')`,
)

export interface TriedFlowRow {
  readonly uid: string
  readonly encrypted_data: Buffer
  readonly tries: number
  /** of the code that was mailed last */
  readonly mail_code_hash: Buffer | null
}

export interface SignInFlowRow extends TriedFlowRow {
  /** seconds since the last mail; null: none was sent */
  readonly mail_age: number | null
}

const COLUMNS = 'uid, encrypted_data, tries, mail_code_hash'

interface FlowKey {
  readonly hash: Buffer
  /** of the calling browser, and of its network */
  readonly browserHashes: readonly Buffer[]
}

const IS_PENDING = `hash = $hash and browser_hash = any($browserHashes::bytea[]) and consumed_at is null
      and expires_at > now() and tries < ${FLOW_TRIES_MAX}`

export const findSignInFlow = statement<SignInFlowRow, FlowKey>(
  'sign_in_flow.find',
  `select ${COLUMNS}, date_part('epoch', now() - mailed_at) as mail_age from sign_in_flow where ${IS_PENDING}`,
)

/** Counts a try before the code is checked, so that parallel tries cannot exceed the limit. */
export const countFlowTry = statement<TriedFlowRow, FlowKey>(
  'sign_in_flow.try',
  `update sign_in_flow set tries = tries + 1 where ${IS_PENDING} returning ${COLUMNS}`,
)

/** Replaces the code of the sign-in. Returns no row within the interval and past the mails of one sign-in. */
export const claimFlowMail = statement<{ uid: string }, { hash: Buffer; codeHash: Buffer }>(
  'sign_in_flow.mail',
  `update sign_in_flow set mail_code_hash = $codeHash, mails = mails + 1, mailed_at = now()
    where hash = $hash and consumed_at is null and expires_at > now() and mails < ${FLOW_MAILS_MAX}
      and (mailed_at is null or mailed_at <= now() - interval '${VERIFICATION_CODE_RESEND_SECONDS} seconds')
   returning uid`,
)

/** Returns a row once. */
export const consumeSignInFlow = statement<{ uid: string }, { hash: Buffer }>(
  'sign_in_flow.consume',
  `update sign_in_flow set consumed_at = now()
    where hash = $hash and consumed_at is null and expires_at > now() returning uid`,
)

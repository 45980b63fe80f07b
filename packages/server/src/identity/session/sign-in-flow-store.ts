/** Sign-ins that wait for their second step. A row is found by the hash of a random name and consumed by one statement. */
import { statement } from '../../platform/db/database.ts'

export const FLOW_TTL_SECONDS = 600
/** Wrong codes of one sign-in. */
export const FLOW_TRIES_MAX = 5

export const insertSignInFlow = statement<
  never,
  { hash: Buffer; uid: string; browserHash: Buffer; encryptedData: Buffer }
>(
  'sign_in_flow.insert',
  `insert into sign_in_flow (hash, uid, browser_hash, encrypted_data, expires_at)
   values ($hash, $uid, $browserHash, $encryptedData, now() + interval '${FLOW_TTL_SECONDS} seconds')`,
)

export interface SignInFlowRow {
  readonly uid: string
  readonly encrypted_data: Buffer
  readonly tries: number
  readonly mail_code_hash: Buffer | null
}

interface FlowKey {
  readonly hash: Buffer
  /** of the calling browser, and of its network */
  readonly browserHashes: readonly Buffer[]
}

const IS_PENDING = `hash = $hash and browser_hash = any($browserHashes::bytea[]) and consumed_at is null
      and expires_at > now() and tries < ${FLOW_TRIES_MAX}`

export const findSignInFlow = statement<SignInFlowRow, FlowKey>(
  'sign_in_flow.find',
  `select uid, encrypted_data, tries, mail_code_hash from sign_in_flow where ${IS_PENDING}`,
)

/** Counts a try before the code is checked, so that parallel tries cannot exceed the limit. */
export const countFlowTry = statement<SignInFlowRow, FlowKey>(
  'sign_in_flow.try',
  `update sign_in_flow set tries = tries + 1 where ${IS_PENDING} returning uid, encrypted_data, tries, mail_code_hash`,
)

/** Returns a row once. */
export const consumeSignInFlow = statement<{ uid: string }, { hash: Buffer }>(
  'sign_in_flow.consume',
  `update sign_in_flow set consumed_at = now()
    where hash = $hash and consumed_at is null and expires_at > now() returning uid`,
)

/** After a new password, "this was not me", or a change of the factors: what was proven before counts no longer. */
export const deleteSignInFlows = statement<never, { uid: string }>(
  'sign_in_flow.delete',
  'delete from sign_in_flow where uid = $uid',
)

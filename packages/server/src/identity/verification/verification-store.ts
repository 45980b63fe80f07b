/** Nonces, the codes stored on them, the interval between codes, and the newest code of each requester. */
import type { Scene } from '@kerf/contract/fields'
import {
  VERIFICATION_CODE_RESEND_SECONDS,
  VERIFICATION_CODE_TRIES_MAX,
  VERIFICATION_CODE_TTL_SECONDS,
} from '@kerf/contract/limits'
import { type Queryable, statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'

export interface VerificationRow {
  readonly receiver: Buffer
  readonly scene: Scene
  /** the account that the receiver belongs to, if it is known */
  readonly uid: string | null
}

export const insertNonce = statement<never, VerificationRow & { nonceHash: Buffer; ttlSeconds: number }>(
  'verification.insert',
  `insert into verification (nonce_hash, receiver, scene, uid, expires_at)
   values ($nonceHash, $receiver, $scene, $uid, now() + make_interval(secs => $ttlSeconds))`,
)

export const findNonce = statement<VerificationRow, { nonceHash: Buffer }>(
  'verification.find',
  `select receiver, scene, uid from verification
    where nonce_hash = $nonceHash and expires_at > now() and consumed_at is null`,
)

export interface ReceiverScene {
  readonly receiver: Buffer
  readonly scene: Scene
}

/** Who asks for codes: a browser or a network, as a hash. */
interface Requester extends ReceiverScene {
  readonly requester: Buffer
}

/** All browsers together that the account does not know. A row of it holds no newest nonce. */
const UNKNOWN_BROWSERS = Buffer.alloc(0)
const NO_NONCE = Buffer.alloc(0)

export interface SendClaim extends Requester {
  readonly nonceHash: Buffer
  /** the account knows the requester: its codes have an interval of their own */
  readonly isKnown: boolean
}

const readDelay = statement<{ seconds: number }, Requester>(
  'verification.send_delay',
  `select ceil(extract(epoch from sent_at - now()))::int + ${VERIFICATION_CODE_RESEND_SECONDS} as seconds
     from verification_gate where receiver = $receiver and scene = $scene and requester = $requester`,
)

/** Seconds until the next code may be sent; 0 or less: at once. Returns no row if none was sent. */
export const readSendDelay = (
  on: Queryable,
  { receiver, scene, requester, isKnown }: Omit<SendClaim, 'nonceHash'>,
): Promise<{ seconds: number }[]> =>
  readDelay(on, { receiver, scene, requester: isKnown ? requester : UNKNOWN_BROWSERS })

const insertGate = statement<{ receiver: Buffer }, Requester & { nonceHash: Buffer }>(
  'verification.insert_gate',
  `insert into verification_gate as g (receiver, scene, requester, nonce_hash, sent_at)
   values ($receiver, $scene, $requester, $nonceHash, now()) on conflict do nothing returning g.receiver`,
)

const passGate = statement<{ receiver: Buffer }, Requester & { nonceHash: Buffer }>(
  'verification.pass_gate',
  `update verification_gate set nonce_hash = $nonceHash, sent_at = now()
    where receiver = $receiver and scene = $scene and requester = $requester
      and sent_at <= now() - interval '${VERIFICATION_CODE_RESEND_SECONDS} seconds' returning receiver`,
)

const setNewestNonce = statement<never, Requester & { nonceHash: Buffer }>(
  'verification.set_newest',
  `insert into verification_gate (receiver, scene, requester, nonce_hash, sent_at)
   values ($receiver, $scene, $requester, $nonceHash, now())
   on conflict (receiver, scene, requester) do update set nonce_hash = excluded.nonce_hash, sent_at = excluded.sent_at`,
)

async function claimInterval(tx: Queryable, claim: Requester & { nonceHash: Buffer }): Promise<boolean> {
  const rows = await Promise.all([insertGate(tx, claim), passGate(tx, claim)])
  return rows.flat().length > 0
}

/**
 * Claims the right to send a code, and makes the nonce the only one of its requester whose code is accepted (S-023, S-024). The
 * last code of the requester must be 60 s old if the account knows it, else the last one of all requesters that it does not
 * know. So a stranger can neither void nor delay the code of a known browser, nor void that of another one. Of two claims at
 * once, the second waits for the first transaction and is refused.
 */
export async function claimSend(tx: Queryable, { isKnown, ...claim }: SendClaim): Promise<boolean> {
  if (isKnown) return claimInterval(tx, claim)
  if (!(await claimInterval(tx, { ...claim, requester: UNKNOWN_BROWSERS, nonceHash: NO_NONCE }))) return false
  await setNewestNonce(tx, claim)
  return true
}

/**
 * Stores a code on a live nonce and resets its tries. Returns its end in unix seconds by the database's clock, and no row if
 * the nonce is not live.
 */
export const storeCode = statement<{ ends_at: number }, { nonceHash: Buffer; codeHash: Buffer }>(
  'verification.store_code',
  `update verification set code_hash = $codeHash, tries = 0,
          code_expires_at = now() + interval '${VERIFICATION_CODE_TTL_SECONDS} seconds'
    where nonce_hash = $nonceHash and expires_at > now() and consumed_at is null
   returning ${epochSeconds('code_expires_at')} as ends_at`,
)

export interface CodeTry extends ReceiverScene {
  readonly nonceHash: Buffer
  readonly codeHash: Buffer
}

/** A code that may still be accepted: not used, not expired, not tried too often. */
const ACCEPTABLE = `nonce_hash = $nonceHash and receiver = $receiver and scene = $scene and consumed_at is null
      and code_hash is not null and code_expires_at > now() and tries < ${VERIFICATION_CODE_TRIES_MAX}`

const tryCode = statement<{ is_correct: boolean }, CodeTry & { triedAt: Date }>(
  'verification.try',
  `update verification
      set tries = tries + 1, consumed_at = case when code_hash = $codeHash then $triedAt::timestamptz end
    where ${ACCEPTABLE}
   returning code_hash = $codeHash as is_correct`,
)

const findNewest = statement<{ found: 1 }, ReceiverScene & { nonceHash: Buffer }>(
  'verification.newest',
  `select 1 as found from verification_gate
    where receiver = $receiver and scene = $scene and nonce_hash = $nonceHash limit 1`,
)

/**
 * Tries a code once. Returns undefined if no code can be accepted; the caller then rolls back. One statement locks the row, counts
 * the try and compares the code (S-021 to S-023): if comparing and counting were two, parallel guesses would exceed the limit.
 * Only the newest code of its requester is accepted. `triedAt` is a record, never compared.
 */
export async function tryStoredCode(
  tx: Queryable,
  attempt: CodeTry & { triedAt: Date },
): Promise<{ is_correct: boolean } | undefined> {
  const [[newest], [tried]] = await Promise.all([findNewest(tx, attempt), tryCode(tx, attempt)])
  return newest && tried
}

/** Returns a row if a code on this nonce could still be accepted. */
export const findAcceptableCode = statement<{ scene: Scene }, ReceiverScene & { nonceHash: Buffer }>(
  'verification.acceptable',
  `select scene from verification where ${ACCEPTABLE}`,
)

/** Records the account that a consumed code of a sign-up created, and the key by which the sign-up may be repeated. */
export const recordSignUp = statement<never, { nonceHash: Buffer; uid: string; repeatKey: Buffer }>(
  'verification.record_sign_up',
  'update verification set uid = $uid, repeat_key = $repeatKey where nonce_hash = $nonceHash',
)

/**
 * The account of a sign-up with this nonce, code and key. Each repeat counts as a try. Returns no row for anything else, or
 * past the tries.
 */
export const findSignUp = statement<{ uid: string }, CodeTry & { repeatKey: Buffer }>(
  'verification.find_sign_up',
  `update verification set tries = tries + 1
    where nonce_hash = $nonceHash and receiver = $receiver and scene = $scene and repeat_key = $repeatKey
      and code_hash = $codeHash and expires_at > now() and tries < ${VERIFICATION_CODE_TRIES_MAX} returning uid`,
)

export const deleteCodesOfAccount = statement<never, { uid: string }>(
  'verification.delete_of_account',
  'delete from verification where uid = $uid',
  { scope: 'every shard', because: 'credential change' },
)

/** Voids every pending code of an account and of its mailbox (S-028). */
export const deletePendingCodes = statement<never, { uid: string; receiver: Buffer }>(
  'verification.delete_pending',
  'delete from verification where uid = $uid or receiver = $receiver',
  { scope: 'every shard', because: 'credential change' },
)

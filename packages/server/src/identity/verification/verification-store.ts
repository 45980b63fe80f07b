/** Rows of nonces, their codes, and the gate that spaces codes of one receiver and scene. */
import type { Scene } from '@kerf/contract/fields'
import { statement } from '../../platform/db/database.ts'

/** The nonce lives ten minutes by the database's clock (S-027). `uid`: whose mailbox, where that is known. */
export const insertVerification = statement<
  never,
  [nonceHash: Buffer, receiver: Buffer, scene: Scene, uid: string | null, seconds: number]
>(
  'verification.insert',
  `insert into verification (nonce_hash, receiver, scene, uid, expires_at)
   values ($1, $2, $3, $4, now() + make_interval(secs => $5))`,
)

export interface VerificationRow {
  readonly receiver: Buffer
  readonly scene: Scene
  readonly uid: string | null
}

export const findVerification = statement<VerificationRow, [nonceHash: Buffer]>(
  'verification.find',
  'select receiver, scene, uid from verification where nonce_hash = $1 and expires_at > now() and consumed_at is null',
)

/**
 * Passes the gate when the last code for this receiver and scene is 60 s old (S-024), and makes this nonce the one
 * that holds the newest code. No row: too early.
 */
export const claimSend = statement<
  { passed: true },
  [receiver: Buffer, scene: Scene, nonceHash: Buffer, seconds: number]
>(
  'verification.gate',
  `insert into verification_gate as g (receiver, scene, nonce_hash, sent_at) values ($1, $2, $3, clock_timestamp())
   on conflict (receiver, scene) do update set nonce_hash = excluded.nonce_hash, sent_at = excluded.sent_at
     where g.sent_at <= clock_timestamp() - make_interval(secs => $4)
   returning true as passed`,
)

export const readSendDelay = statement<{ wait: number }, [receiver: Buffer, scene: Scene, seconds: number]>(
  'verification.gate_wait',
  `select ceil(extract(epoch from sent_at + make_interval(secs => $3) - clock_timestamp()))::int as wait
     from verification_gate where receiver = $1 and scene = $2`,
)

/** Puts a code on a live nonce; tries begin anew. */
export const storeCode = statement<{ put: true }, [nonceHash: Buffer, codeHash: Buffer, seconds: number]>(
  'verification.put_code',
  `update verification set code_hash = $2, tries = 0, code_expires_at = now() + make_interval(secs => $3)
    where nonce_hash = $1 and expires_at > now() and consumed_at is null returning true as put`,
)

/**
 * One try of a code, decided in this one statement (S-021 to S-023): at most five a code, one success, only the
 * newest of its receiver and scene. No row: nothing here that could still be right.
 */
export const tryCodeRow = statement<
  { right: boolean; uid: string | null },
  [nonceHash: Buffer, receiver: Buffer, scene: Scene, codeHash: Buffer, tries: number]
>(
  'verification.try',
  `update verification v
      set tries = tries + 1, consumed_at = case when code_hash = $4 then now() end
    where nonce_hash = $1 and receiver = $2 and scene = $3 and consumed_at is null
      and code_hash is not null and code_expires_at > now() and tries < $5
      and exists (select from verification_gate g
                   where g.receiver = v.receiver and g.scene = v.scene and g.nonce_hash = v.nonce_hash)
   returning code_hash = $4 as right, uid`,
)

/** Whether a code on this nonce could still be right: spares a hash for what cannot succeed. */
export const isCodeAlive = statement<
  { alive: true },
  [nonceHash: Buffer, receiver: Buffer, scene: Scene, tries: number]
>(
  'verification.alive',
  `select true as alive from verification
    where nonce_hash = $1 and receiver = $2 and scene = $3 and consumed_at is null
      and code_hash is not null and code_expires_at > now() and tries < $4`,
)

/** Table `machine_pairing`, and the session of a person at a machine. */
import { statement } from '../../../platform/db/database.ts'
import { epochSeconds } from '../../../platform/db/epoch.ts'
import { isLiveSession } from '../../account/live-session.ts'

export type PairingOutcome = 'confirmed' | 'done' | 'requested' | 'refused'

interface PairingKey {
  /** keyed hash of the user code */
  readonly hash: Buffer
}

/** The person has allowed it. A user code can come again: what its former pairing left is replaced. */
export const storePairing = statement<
  { expire: number },
  PairingKey & { sealed: Buffer; digits: Buffer; seconds: number }
>(
  'machine_pairing.store',
  `insert into machine_pairing (hash, sealed, digits, expires_at)
   values ($hash, $sealed, $digits, now() + make_interval(secs => $seconds))
   on conflict (hash) do update set sealed = excluded.sealed, digits = excluded.digits, tries = 0, outcome = null,
          expires_at = excluded.expires_at
   returning ${epochSeconds('expires_at')} as expire`,
)

export const findPairing = statement<
  { sealed: Buffer; outcome: PairingOutcome | null; expired: boolean },
  PairingKey
>(
  'machine_pairing.find',
  'select sealed, outcome, outcome is null and expires_at <= now() as expired from machine_pairing where hash = $hash',
)

/** Decides a try: of several at once with the right digits one is confirmed. No row: it has ended. `tries`: the last one refuses. */
export const tryDigits = statement<
  { outcome: PairingOutcome | null; tries: number },
  PairingKey & { digits: Buffer; tries: number }
>(
  'machine_pairing.try',
  `update machine_pairing set tries = tries + 1,
          outcome = case when digits = $digits then 'confirmed' when tries + 1 >= $tries then 'refused' end
    where hash = $hash and outcome is null and expires_at > now() returning outcome, tries`,
)

export const setPairingOutcome = statement<never, PairingKey & { outcome: PairingOutcome }>(
  'machine_pairing.set_outcome',
  'update machine_pairing set outcome = $outcome where hash = $hash',
)

/**
 * Keeps the session in which the person allowed the machine until the transaction ends. No row: it has ended, or the account may not act.
 */
export const lockAllowingSession = statement<
  { acr: string; amr: readonly string[]; authenticated_at: string },
  { uid: string; handle: string }
>(
  'machine_pairing.lock_session',
  `select s.acr, s.amr, s.proved_at::text as authenticated_at
     from session s join account a on a.uid = s.uid
    where s.uid = $uid and s.handle = $handle and a.status = 'active' and ${isLiveSession('s')} for key share`,
)

/**
 * The session of a person at a machine. No token of it exists: the access token of the machine names it. It is no part of the family of the
 * session in which the person allowed it, and ends by itself.
 */
export const insertMachineSession = statement<
  { authenticated_at: number },
  {
    uid: string
    handle: string
    tokenHash: Buffer
    browserHash: Buffer
    application: string
    ip: string | null
    place: string
    acr: string
    amr: readonly string[]
    authenticatedAt: string
    seconds: number
  }
>(
  'machine_pairing.insert_session',
  `insert into session (uid, handle, token_hash, remember, method, ip, place, application, platform, user_agent, device_hash,
                        acr, amr, redeemed_by, proved_at, recognized, ends_at)
   values ($uid, $handle, $tokenHash, false, 'machine', $ip::inet, $place, $application, 'os', '', $browserHash,
           $acr, $amr, '{}', $authenticatedAt::timestamptz, true, now() + make_interval(secs => $seconds))
   returning ${epochSeconds('proved_at')} as authenticated_at`,
)

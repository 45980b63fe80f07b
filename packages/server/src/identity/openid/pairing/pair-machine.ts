/**
 * Pairing of a machine (RFC 8628 under RFC 10027, docs/pairing-risks.md). A code can be relayed: an attacker starts at a machine of theirs and
 * sends the link. So the person's consent alone grants nothing. Digits that the page shows must be entered at the machine within a minute
 * (S-164); a machine without keys must be in the network of the person.
 */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { activateDevice, getPairingOutcome } from '@kerf/contract/endpoints/openid'
import { MACHINE_SESSION_MAX_SECONDS } from '@kerf/contract/limits'
import type { DeviceCode } from 'oidc-provider/lib/provider.js'
import * as v from 'valibot'
import { notifyOwner } from '../../../outbound/mail/notify-owner.ts'
import { auditContext, type Caller } from '../../../platform/audit/caller.ts'
import { writeAudit } from '../../../platform/audit/write-audit.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { isOtherCountry } from '../../../platform/geo/place-name.ts'
import { decryptJson, encryptJson } from '../../../platform/keys/encryption.ts'
import { keyedHash, randomDigits, randomHandle, randomToken, sha256 } from '../../../platform/keys/secrets.ts'
import { limitKey } from '../../../platform/limits/ip-address.ts'
import type { PlatformServices } from '../../../platform/services.ts'
import { findAccount } from '../../account/credential-store.ts'
import { upsertGrant } from '../../grant/grant-store.ts'
import type { SessionClaims } from '../../session/session-claims.ts'
import { sessionIdFor } from '../tokens/openid-claims.ts'
import { grantName } from '../tokens/request-state.ts'
import { serialNumberOf } from './machine-clients.ts'
import type { PairingMachines } from './pairing-machines.ts'
import {
  findPairing,
  insertMachineSession,
  lockAllowingSession,
  type PairingOutcome,
  setPairingOutcome,
  storePairing,
  tryDigits,
} from './pairing-store.ts'

const DIGITS = 4
export const DIGITS_TTL_SECONDS = 60
/** The code that a machine shows. */
export const MACHINE_CODE_TTL_SECONDS = 300
const TRIES_MAX = 3
/** Of a claim alone: the machine shows whose it is, and no more. */
const CLAIM_SESSION_SECONDS = 300

const SEALED = 'machine pairing'
const Pairing = v.object({
  uid: v.string(),
  /** handle of the session in which the person allowed it */
  by: v.string(),
  scopes: v.array(v.string()),
})

/** `error_description` begins with a word and a colon, as those of ended grants do. */
type Progress =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'pending'; readonly description?: string }
  /** another request got the tokens, or is about to */
  | { readonly kind: 'used'; readonly description: string }
  | {
      readonly kind: 'ended'
      readonly error: 'access_denied' | 'expired_token'
      readonly description: string
    }
  | { readonly kind: 'done'; readonly code: Partial<DeviceCode>; readonly ttlSeconds: number }

const ENDS: Readonly<Record<PairingOutcome, Progress>> = {
  confirmed: { kind: 'pending' },
  done: { kind: 'used', description: 'used: start again' },
  requested: {
    kind: 'ended',
    error: 'access_denied',
    description: 'requested: the owner of the machine is asked for it',
  },
  refused: {
    kind: 'ended',
    error: 'access_denied',
    description: 'refused: wrong digits, or no right on the machine',
  },
}
const EXPIRED: Progress = {
  kind: 'ended',
  error: 'expired_token',
  description: 'expired: the digits were not entered in time',
}

export interface PairingDependencies extends Pick<PlatformServices, 'db' | 'mail'> {
  /** `keys.openid` */
  readonly key: Buffer
  readonly machines: PairingMachines
}

export function createPairings({ db, key, machines, mail }: PairingDependencies) {
  const hashOf = (userCode: string): Buffer => keyedHash(key, 'machine pairing', userCode)
  const digitsHash = (hash: Buffer, digits: string): Buffer => keyedHash(key, 'pairing digits', hash, digits)

  const isBeside = async (one: string, other: string): Promise<boolean> => {
    const network = limitKey(one)
    if (network === 'unknown' || network !== limitKey(other)) return false
    return !isOtherCountry(await mail.placeOf(one), await mail.placeOf(other))
  }

  /** What refuses before the code of the machine is used up. */
  async function assertAllowed(
    { code, scopes }: { code: DeviceCode; scopes: readonly string[] },
    session: SessionClaims,
    caller: Caller,
  ): Promise<void> {
    if (session.status !== 'active') throw new ApiError('restricted')
    const { ip, hasKeys } = code.deviceInfo
    if (!hasKeys && !(await isBeside(ip, caller.ip))) throw new ApiError('machine_pairing_elsewhere')
    const sn = serialNumberOf(code.clientId)
    if (scopes.includes('machine_claim')) await machines.limitClaims(session.uid, caller)
    else await machines.assertMayStart(session.uid, sn, caller)
  }

  /** The person has allowed it. Nothing is granted yet. */
  async function start(
    { code, scopes }: { code: DeviceCode; scopes: readonly string[] },
    { uid, handle: by }: SessionClaims,
    caller: Caller,
  ): Promise<OutputOf<typeof activateDevice>> {
    const digits = code.deviceInfo.hasKeys ? randomDigits(DIGITS) : ''
    const hash = hashOf(code.userCode)
    const [stored] = await db.transaction(async tx => {
      await writeAudit(tx, {
        event: 'machine.allow_pairing',
        outcome: 'ok',
        uid,
        ...auditContext(caller),
        detail: { scopes: scopes.join(' ') },
      })
      return storePairing(tx, {
        hash,
        sealed: encryptJson(key, { uid, by, scopes: [...scopes] }, SEALED),
        digits: digitsHash(hash, digits),
        seconds: DIGITS_TTL_SECONDS,
      })
    })
    if (!stored) throw new Error('a pairing was not stored')
    return { digits: digits === '' ? null : digits, expireTime: stored.expire }
  }

  const readPairing = (sealed: Buffer) => decryptJson(key, sealed, SEALED, Pairing)

  /** Throws `incorrect_code` for those of others, too. */
  async function outcome(
    userCode: string,
    { uid }: SessionClaims,
  ): Promise<OutputOf<typeof getPairingOutcome>> {
    const [row] = await findPairing(db, { hash: hashOf(userCode) })
    if (!row || readPairing(row.sealed).uid !== uid) throw new ApiError('incorrect_code')
    const found = row.outcome === 'confirmed' ? null : row.outcome
    return { state: row.expired ? 'expired' : (found ?? 'waiting') }
  }

  /** A request of the machine, which has authenticated itself. `digits`: entered at it. */
  async function advance(code: DeviceCode, digits: string | undefined, caller: Caller): Promise<Progress> {
    const hash = hashOf(code.userCode)
    const [row] = await findPairing(db, { hash })
    if (!row) return { kind: 'unknown' }
    if (row.expired) return EXPIRED
    if (row.outcome) return ENDS[row.outcome]
    const { hasKeys } = code.deviceInfo
    if (hasKeys && digits === undefined)
      return { kind: 'pending', description: 'digits: enter the four digits that the page shows' }
    const tried = { hash, digits: digitsHash(hash, hasKeys ? (digits ?? '') : ''), tries: TRIES_MAX }
    const [result] = await tryDigits(db, tried)
    if (!result) return { kind: 'pending' }
    if (result.outcome === null)
      return { kind: 'pending', description: `wrong_digits: ${TRIES_MAX - result.tries} tries left` }
    const pairing = readPairing(row.sealed)
    if (result.outcome === 'refused') {
      await auditRefusal(pairing.uid, 'wrong digits', caller)
      return ENDS.refused
    }
    const ended = await grant(code, pairing, caller).catch(async error => {
      await setPairingOutcome(db, { hash, outcome: 'refused' })
      throw error
    })
    await setPairingOutcome(db, { hash, outcome: typeof ended === 'string' ? ended : 'done' })
    if (typeof ended !== 'string') return ended
    if (ended === 'refused') await auditRefusal(pairing.uid, 'no right', caller)
    return ENDS[ended]
  }

  const auditRefusal = (uid: string, reason: string, caller: Caller) =>
    writeAudit(db, {
      event: 'machine.pair',
      outcome: 'refused',
      uid,
      ...auditContext(caller),
      detail: { reason },
    })

  async function grant(
    { clientId, deviceInfo }: DeviceCode,
    { uid, by, scopes }: v.InferOutput<typeof Pairing>,
    caller: Caller,
  ): Promise<Progress | 'requested' | 'refused'> {
    const sn = serialNumberOf(clientId)
    const wantsSession = scopes.includes('machine_session')
    const claim = { uid, sn, resetNumber: deviceInfo.resetNumber ?? 0, logsIn: wantsSession }
    const claimed = scopes.includes('machine_claim') ? await machines.claim(claim, caller) : undefined
    const isOwn = claimed === 'own'
    const refused = claimed === 'requested' ? 'requested' : 'refused'
    if (!isOwn && !wantsSession) return refused
    const handle = randomHandle()
    const now = Math.floor((await mail.clock.now()) / 1_000)
    const place = await mail.placeOf(caller.ip)
    return db.transaction(async tx => {
      const bound = await machines.bindSession(tx, { uid, sn, handle, needsTraining: !isOwn })
      if (!bound) return refused
      const mayStart = wantsSession && bound.trained
      const maxSeconds = mayStart ? MACHINE_SESSION_MAX_SECONDS : CLAIM_SESSION_SECONDS
      const seconds = Math.min(maxSeconds, (bound.until ?? Number.POSITIVE_INFINITY) - now)
      const [allowing] = await lockAllowingSession(tx, { uid, handle: by })
      if (!allowing) throw new ApiError('expired_login')
      const { acr, amr, authenticated_at: authenticatedAt } = allowing
      const [session] = await insertMachineSession(tx, {
        ...{ uid, handle, seconds, place, acr, amr, authenticatedAt },
        tokenHash: sha256(randomToken()),
        browserHash: sha256(clientId),
        application: bound.label,
        ip: caller.ip === '' ? null : caller.ip,
      })
      const granted = [
        'openid',
        ...(isOwn ? ['machine_claim'] : []),
        ...(mayStart ? ['machine_session'] : []),
      ]
      const [row] = await upsertGrant(tx, {
        ...{ uid, clientId, scopes: granted, session: handle, resources: [], offline: false },
        ...{ id: randomHandle(), ttlSeconds: seconds },
      })
      const [account] = await findAccount(tx, { uid })
      if (!session || !row || !account) throw new ApiError('expired_login')
      await writeAudit(tx, {
        event: 'machine.pair',
        outcome: 'ok',
        uid,
        ...auditContext(caller),
        detail: { machine: bound.machine, scopes: granted.join(' ') },
      })
      await notifyOwner(tx, mail, account, caller, { template: 'machine_paired', machine: bound.label })
      return {
        kind: 'done' as const,
        ttlSeconds: seconds,
        code: {
          accountId: uid,
          acr,
          ...(amr.length > 0 && { amr }),
          authTime: session.authenticated_at,
          grantId: grantName(uid, row.id),
          scope: granted.join(' '),
          sessionUid: grantName(uid, handle),
          expiresWithSession: true,
          sid: sessionIdFor(key, handle, clientId),
        },
      }
    })
  }

  return { assertAllowed, start, outcome, advance }
}

export type Pairings = ReturnType<typeof createPairings>

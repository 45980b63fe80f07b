/** Gives a machine without an owner its owner, by proof of possession (S-160 to S-162). */
import { timingSafeEqual } from 'node:crypto'
import type { InputOf } from '@kerf/contract/endpoint'
import { DAY_SECONDS, HOUR_SECONDS } from '@kerf/contract/limits'
import {
  CLAIM_CODE_DIGITS,
  CLAIM_START_DIGITS,
  CLAIM_START_TTL_SECONDS,
  type claimMachine,
} from '@kerf/contract/machines/machines'
import { normalizeSerialNumber, serialNumberError } from '@kerf/contract/serial-number'
import { DEFAULT_LINE, ensureLineKey, hashSerialNumber, loadLineKey } from '../../entitlements/index.ts'
import type { HumanCheck, SessionClaims } from '../../identity/index.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { keyedHash, randomDigits } from '../../platform/keys/secrets.ts'
import type { GlobalThreshold } from '../../platform/limits/global-threshold.ts'
import { isOverLimit, type RateLimit } from '../../platform/limits/rate-limiter.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { type MachineView, showMachine } from '../machine/describe-machine.ts'
import {
  claimCardOf,
  claimCodeAt,
  deriveMachineKeys,
  hashRenewedCard,
  normalizeClaimCode,
  resetNumberOf,
} from '../machine/machine-keys.ts'
import {
  findDevice,
  findMachineState,
  findRegistered,
  findRole,
  ownsMachine,
} from '../machine/machine-store.ts'
import { findCardUse } from './card-store.ts'
import { claimLimits } from './claim-limits.ts'
import { storeClaimStart, useClaimTry } from './claim-store.ts'
import { reportUsedCard } from './report-used-card.ts'
import type { MachineRequest } from './request-machine.ts'
import { takeMachine } from './take-machine.ts'

const TRIES_MAX = 3
const HASH_BYTES = 32
/** Past it each try needs a human check. It refuses no right code: strangers cannot shut an owner out. */
const wrongCodes = (hash: Buffer): RateLimit => ({
  key: `machine.wrong:${hash.toString('base64url')}`,
  limit: 10,
  seconds: DAY_SECONDS,
})
const triesOf = (uid: string): RateLimit => ({
  key: `machine.claim:${uid}`,
  limit: 60,
  seconds: HOUR_SECONDS,
})

export interface ClaimDependencies extends Pick<PlatformServices, 'db' | 'keys' | 'limiter' | 'mail'> {
  readonly human: HumanCheck
  /** wrong codes of all machines */
  readonly threshold: GlobalThreshold
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

export function createClaims({ db, keys, limiter, mail, human, threshold }: ClaimDependencies) {
  const startHash = (uid: string, sn: string): Buffer => keyedHash(keys.unlock, 'claim', uid, sn)

  /** Answers an unknown serial number as a known one. */
  async function startClaim(
    session: SessionClaims,
    typed: string,
    ticket: string | undefined,
    caller: Caller,
  ) {
    if (session.status !== 'active') throw new ApiError('restricted')
    await limiter.consume(...claimLimits(session.uid, caller))
    if (threshold.isReached()) await human.require(ticket)
    const digits = randomDigits(CLAIM_START_DIGITS)
    const [stored] = await storeClaimStart(db, {
      hash: startHash(session.uid, normalizeSerialNumber(typed)),
      digits: Number(digits),
      seconds: CLAIM_START_TTL_SECONDS,
    })
    if (!stored) throw new Error('the digits of a claim were not stored')
    return { digits, expireTime: stored.expire }
  }

  /**
   * The same statements and computations for every serial number. `typed`: the code as if it were a card. The card of the box is for the first claim only,
   * which the number of the ownership tells; that of a release for the next one.
   */
  async function findProof(uid: string, sn: string, code: string) {
    const [[device], [registered], [started]] = await Promise.all([
      // The database refuses some characters of other texts.
      findDevice(db, { sn: serialNumberError(sn) === undefined ? sn : '' }),
      findRegistered(db, { hash: hashSerialNumber(keys.unlock, sn) }),
      useClaimTry(db, { hash: startHash(uid, sn), tries: TRIES_MAX }),
    ])
    const isUsable = device !== undefined && !device.distrusted && device.generation > 0
    const line = device?.line ?? DEFAULT_LINE
    const version = device?.key_version ?? (await ensureLineKey(db, keys.wrapping, DEFAULT_LINE))
    const [lineKey, [state]] = await Promise.all([
      loadLineKey(db, keys.wrapping, line, version),
      findMachineState(db, { machine: registered?.machine ?? '' }),
    ])
    const ofMachine = deriveMachineKeys(lineKey, { sn, generation: device?.generation ?? 1 })
    const resetNumber = resetNumberOf(code, Number(state?.reset_number ?? 0))
    const shown = Number.isFinite(resetNumber) ? resetNumber : 0
    const isCode =
      isSame(claimCodeAt(ofMachine.claim, shown, started?.digits ?? 0), code) &&
      started !== undefined &&
      code.length === CLAIM_CODE_DIGITS
    const isFirstCard = isSame(claimCardOf(ofMachine.card), code) && BigInt(state?.ownership ?? 0) === 0n
    const card = hashRenewedCard(keys, sn, code)
    const isRenewedCard = timingSafeEqual(card, state?.card_hash ?? Buffer.alloc(HASH_BYTES))
    const typed = { machine: registered?.machine ?? '', line, card }
    if (!isUsable || !(isCode || isFirstCard || isRenewedCard)) return { typed, proof: undefined }
    const by = isCode ? 'code' : 'card'
    return { typed, proof: { line, state, resetNumber: isCode ? shown : 0, by, card } as const }
  }

  async function requireHumanPastLimit(hash: Buffer, ticket: string | undefined): Promise<void> {
    const isOver = await limiter.consume({ ...wrongCodes(hash), cost: 0 }).then(
      () => threshold.isReached(),
      (error: unknown) => {
        if (!isOverLimit(error)) throw error
        return true
      },
    )
    if (isOver) await human.require(ticket)
  }

  async function countWrongCode(hash: Buffer): Promise<void> {
    threshold.count()
    await limiter.consume(wrongCodes(hash)).catch((error: unknown) => {
      if (!isOverLimit(error)) throw error
    })
  }

  /** A right code for an owned machine makes a request. Throws `machine_claim_refused`, or `machine_lost` where the proof is right and the owner has reported the machine lost. */
  async function claim(
    session: SessionClaims,
    { sn: typed, code: typedCode, ticket, workshop }: InputOf<typeof claimMachine>,
    caller: Caller,
  ): Promise<{ machine: MachineView } | { request: MachineRequest }> {
    const { uid } = session
    if (session.status !== 'active') throw new ApiError('restricted')
    const sn = normalizeSerialNumber(typed)
    const hash = hashSerialNumber(keys.unlock, sn)
    const audit = { event: 'machine.claim', uid, ...auditContext(caller) }
    await limiter.consume(triesOf(uid))
    await requireHumanPastLimit(hash, ticket)
    const { typed: shown, proof } = await findProof(uid, sn, normalizeClaimCode(typedCode))
    const refuse = async (reason: 'no proof' | 'used card' | 'owned'): Promise<never> => {
      // A right code is no guess.
      if (reason !== 'owned') await countWrongCode(hash)
      await writeAudit(db, { ...audit, outcome: 'refused', detail: { sn: hash.toString('hex'), reason } })
      throw new ApiError('machine_claim_refused')
    }
    const findOwn = async (machine: string): Promise<MachineView | undefined> => {
      const [own] = await findRole(db, { machine, uid })
      return own && ownsMachine(own) ? showMachine(db, own.id, uid) : undefined
    }
    if (!proof) {
      // The same statement for every wrong code.
      const [used] = await findCardUse(db, shown)
      // The owner looks into the box again, or an admin of the workshop does.
      const own = used && (await findOwn(shown.machine))
      if (own) return { machine: own }
      if (!used) return refuse('no proof')
      if (used.uid !== uid)
        await reportUsedCard({ db, mail }, { uid, sn, usedBy: used.uid, ...shown }, caller)
      return refuse('used card')
    }
    const { state } = proof
    const own = state && (await findOwn(state.id))
    if (own) return { machine: own }
    const taken = await takeMachine({ db, mail }, { uid, sn, hash, workshop, ...proof }, caller)
    if (!('refused' in taken)) return taken
    if (taken.refused === 'lost') throw new ApiError('machine_lost')
    return refuse('owned')
  }

  return { startClaim, claim }
}

export type Claims = ReturnType<typeof createClaims>

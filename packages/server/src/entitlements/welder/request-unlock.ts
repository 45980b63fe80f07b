/** Signs a request for the unlock password of a machine, for visitors who have watched the welder course (S-100 to S-103). */

import type { LightSource } from '@kerf/contract/endpoints/welder'
import { DAY_SECONDS, HOUR_SECONDS } from '@kerf/contract/limits'
import { normalizeSerialNumber, serialNumberError } from '@kerf/contract/serial-number'
import type { HumanCheck } from '../../identity/index.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { KeyedMutex } from '../../platform/concurrency/keyed-mutex.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { keyedHash } from '../../platform/keys/secrets.ts'
import { addressLimits } from '../../platform/limits/address-limits.ts'
import type { GlobalThreshold } from '../../platform/limits/global-threshold.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { findWatchProof, type WatchProof } from '../training/find-watch-proof.ts'
import type { AccountMachines } from './account-machines.ts'
import { hashSerialNumber } from './hash-serial-number.ts'
import type { UnlockRequestTokens } from './unlock-request-token.ts'
import type { UnlockWork } from './unlock-work.ts'
import { findMachine, findRecentRequests, insertRecentRequest } from './welder-store.ts'

export interface RequestUnlockDependencies extends Pick<PlatformServices, 'db' | 'keys' | 'limiter'> {
  readonly human: HumanCheck
  readonly tokens: UnlockRequestTokens
  readonly unlockWork: UnlockWork
  readonly threshold: GlobalThreshold
  /** address of the activation API; '' for the built-in one */
  readonly activationUrl: string
  readonly machines: AccountMachines
}

export interface RequestUnlockInput {
  /** as a person typed it */
  readonly serialNumber: string
  readonly lightSource: LightSource
  /** of the human check */
  readonly ticket: string | undefined
  /** solved proof of work, past the third password of the machine on a day */
  readonly work: string | undefined
  /** the account that is signed in; its list of machines gets this one */
  readonly uid: string | undefined
}

const CALL_LIMIT = { limit: 120, seconds: HOUR_SECONDS }
/** Nobody can find out by trying which serial numbers exist. */
const UNKNOWN_MACHINE_LIMIT = { limit: 20, seconds: HOUR_SECONDS }
const MACHINES_PER_ADDRESS = { limit: 5, seconds: DAY_SECONDS }
/** For as long as a watch proof lasts. */
const MACHINES_PER_VISITOR = { limit: 3, seconds: 2 * HOUR_SECONDS }

export function createRequestUnlock(of: RequestUnlockDependencies) {
  const { db, keys, limiter, human, tokens, unlockWork, threshold, activationUrl, machines } = of
  // One request per address at a time: in a burst, every machine would count as the first one of its address.
  const mutex = new KeyedMutex()

  /** Throws `invalid_device_sn` with the same answer for an impossible and for an unknown serial number. */
  async function requireMachine(
    typed: string,
    { visitor }: WatchProof,
    ticket: string | undefined,
    caller: Caller,
  ): Promise<string> {
    const error = serialNumberError(typed)
    if (error === 'length') throw new ApiError('invalid_device_sn', { fields: { sn: 'length' } })
    if (error) throw new ApiError('invalid_device_sn', { fields: { sn: 'invalid' } })
    const serialNumber = normalizeSerialNumber(typed)
    const [machine] = await findMachine(db, { serialNumber })
    if (machine && (machine.line === null ? machine.registered : !machine.unlock)) {
      // While serial numbers are guessed from many networks, each guess costs a human check.
      if (threshold.isReached()) await human.require(ticket)
      threshold.count()
      await limiter.consume(...addressLimits('unlock.unknown.address', caller, UNKNOWN_MACHINE_LIMIT), {
        key: `unlock.unknown.watch:${visitor}`,
        ...UNKNOWN_MACHINE_LIMIT,
      })
      throw new ApiError('invalid_device_sn', { fields: { sn: 'invalid' } })
    }
    return serialNumber
  }

  /**
   * Counts a machine once per address and once per visitor. From the second machine of an address on, a human check is needed;
   * from the first one on while many machines are requested over all addresses.
   */
  async function countMachine(
    serialNumberHash: Buffer,
    { visitor }: WatchProof,
    ticket: string | undefined,
    caller: Caller,
  ): Promise<void> {
    const addressHash = keyedHash(keys.unlock, 'address', caller.limitKey)
    const visitorHash = Buffer.from(visitor, 'hex')
    const [[byAddress], [byVisitor]] = await Promise.all([
      findRecentRequests(db, { kind: 'address', requester: addressHash, serialNumberHash }),
      findRecentRequests(db, { kind: 'watch', requester: visitorHash, serialNumberHash }),
    ])
    if (byAddress?.known && byVisitor?.known) return
    const isFurther = !byAddress?.known && (byAddress?.others ?? 0) > 0
    if (isFurther || (!byAddress?.known && threshold.isReached())) await human.require(ticket)
    if (!byAddress?.known) threshold.count()
    await limiter.consume(
      ...(byAddress?.known ? [] : addressLimits('unlock.address', caller, MACHINES_PER_ADDRESS)),
      ...(byVisitor?.known ? [] : [{ key: `unlock.watch:${visitor}`, ...MACHINES_PER_VISITOR }]),
    )
    await insertRecentRequest(db, {
      address: addressHash,
      addressSeconds: DAY_SECONDS,
      visitor: visitorHash,
      visitorSeconds: MACHINES_PER_VISITOR.seconds,
      serialNumberHash,
    })
  }

  /** The watch proof of a visitor who may request passwords. Throws `training_not_finished`, `too_many_requests`. */
  async function admit(cookie: string | undefined, caller: Caller): Promise<WatchProof> {
    await limiter.consume(...addressLimits('unlock.calls', caller, CALL_LIMIT))
    const proof = await findWatchProof(db, cookie, 'welder')
    if (!proof) throw new ApiError('training_not_finished')
    return proof
  }

  /**
   * `cookie`: the visitor's, from watching the course. Throws `training_not_finished`, `invalid_device_sn` (with `fields.sn`), the
   * errors of the human check, 'unlock_work_required', 'too_many_requests'.
   */
  async function requestUnlock(
    { serialNumber: typed, lightSource, ticket, work, uid }: RequestUnlockInput,
    cookie: string | undefined,
    caller: Caller,
  ): Promise<{ token: string; activation: string }> {
    const proof = await admit(cookie, caller)
    const serialNumber = await requireMachine(typed, proof, ticket, caller)
    const serialNumberHash = hashSerialNumber(keys.unlock, serialNumber)
    await mutex.runExclusive(caller.limitKey, () => countMachine(serialNumberHash, proof, ticket, caller))
    const machine = serialNumberHash.toString('base64url')
    await mutex.runExclusive(machine, () => unlockWork.consume(machine, work, caller))
    const visitor = proof.visitor.slice(0, 16)
    const { courseVersion } = proof
    const token = await tokens.sign({ serialNumber, lightSource, visitor, courseVersion })
    await writeAudit(db, {
      event: 'unlock.requested',
      outcome: 'ok',
      ...auditContext(caller),
      detail: { sn: serialNumberHash.toString('hex'), lightSource, watch: visitor, course: courseVersion },
    })
    if (uid !== undefined) await machines.record(uid, serialNumber, lightSource)
    return { token, activation: activationUrl }
  }

  return {
    requestUnlock,
    /** A proof-of-work challenge for the next password of a machine. It does not tell whether the machine exists. */
    async createChallenge(typed: string, cookie: string | undefined, caller: Caller) {
      await admit(cookie, caller)
      const machine = hashSerialNumber(keys.unlock, normalizeSerialNumber(typed)).toString('base64url')
      return { challenge: await unlockWork.challenge(machine, caller) }
    },
  }
}

export type UnlockRequests = ReturnType<typeof createRequestUnlock>

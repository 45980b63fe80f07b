/** Who has watched the welder course may ask for the password of a device (S-100 to S-103). */

import type { LightSource } from '@kerf/contract/endpoints/welder'
import { normalizeSerialNumber, serialNumberError } from '@kerf/contract/serial-number'
import type { HumanCheck } from '../../identity/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { KeyedMutex } from '../../platform/concurrency/keyed-mutex.ts'
import type { Database } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { keyedHash } from '../../platform/keys/secrets.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import { findWatchProof } from '../training/find-watch-proof.ts'
import { hashSerialNumber } from './hash-serial-number.ts'
import type { RequestTokens } from './unlock-request-token.ts'
import { findAsked, findMachine, markAsked } from './welder-store.ts'

export interface RequestUnlockDependencies {
  readonly db: Database
  readonly keys: Pick<Keys, 'unlock'>
  readonly limiter: Limiter
  readonly human: HumanCheck
  readonly tokens: RequestTokens
  /** where requests are posted; '' for this server */
  readonly activation: string
}

export interface Wish {
  readonly sn: string
  readonly lightSource: LightSource
  readonly ticket?: string | undefined
}

const HOUR = 3600
const DAY = 24 * HOUR
const CALLS = { limit: 120, seconds: HOUR }
/** Of the maker's register: nobody finds out by trying which devices there are. */
const UNKNOWN = { limit: 20, seconds: HOUR }
const PER_DEVICE = { limit: 10, seconds: DAY }
const DEVICES_PER_ADDRESS = { limit: 5, seconds: DAY }
/** A watch lasts two hours. */
const DEVICES_PER_WATCH = { limit: 3, seconds: 2 * HOUR }

export function createRequestUnlock(of: RequestUnlockDependencies) {
  const { db, keys, limiter, human, tokens } = of
  // One device of an address after the other, so that a burst does not pass for many first ones.
  const requests = new KeyedMutex()

  /** The device as it is written, where the maker knows it. An unknown one and an impossible one read alike. */
  async function expectDevice(typed: string, watch: string, { limitKey }: Caller): Promise<string> {
    const fault = serialNumberError(typed)
    if (fault === 'length') throw new ApiError('invalid_device_sn', { fields: { sn: 'length' } })
    if (fault) throw new ApiError('invalid_device_sn', { fields: { sn: 'invalid' } })
    const sn = normalizeSerialNumber(typed)
    const [device] = await findMachine(db, sn)
    if (device?.registered && device.line === null) {
      await limiter.take(
        { key: `unlock.unknown.address:${limitKey}`, ...UNKNOWN },
        { key: `unlock.unknown.watch:${watch}`, ...UNKNOWN },
      )
      throw new ApiError('invalid_device_sn', { fields: { sn: 'invalid' } })
    }
    return sn
  }

  /** Counts a device once for an address and once for a watch. From an address's second one on a person must ask. */
  async function countDevice(sn: Buffer, watch: string, ticket: string | undefined, { limitKey }: Caller) {
    const address = keyedHash(keys.unlock, 'address', limitKey)
    const session = Buffer.from(watch, 'hex')
    const [[byAddress], [byWatch]] = await Promise.all([
      findAsked(db, 'address', address, sn),
      findAsked(db, 'watch', session, sn),
    ])
    if (byAddress?.known && byWatch?.known) return
    if (!byAddress?.known && (byAddress?.others ?? 0) > 0)
      await human.consume(ticket ?? '').catch(needed(ticket))
    await limiter.take(
      ...(byAddress?.known ? [] : [{ key: `unlock.address:${limitKey}`, ...DEVICES_PER_ADDRESS }]),
      ...(byWatch?.known ? [] : [{ key: `unlock.watch:${watch}`, ...DEVICES_PER_WATCH }]),
    )
    await markAsked(db, address, session, sn, DAY, DEVICES_PER_WATCH.seconds)
  }

  /**
   * `watch`: the cookie of the browser. Throws 20501 (with `fields.sn`), 20502 before the course was watched, 20204 to 20206
   * for the human check, 20429.
   */
  return async function requestUnlock(
    { sn: typed, lightSource, ticket }: Wish,
    watch: string | undefined,
    caller: Caller,
  ): Promise<{ token: string; activation: string }> {
    await limiter.take({ key: `unlock.calls:${caller.limitKey}`, ...CALLS })
    const visit = await findWatchProof(db, watch, 'welder')
    if (!visit) throw new ApiError('training_not_finished')
    const sn = await expectDevice(typed, visit.watch, caller)
    const hash = hashSerialNumber(keys.unlock, sn)
    await requests.runExclusive(caller.limitKey, () => countDevice(hash, visit.watch, ticket, caller))
    await limiter.take({ key: `unlock.device:${hash.toString('base64url')}`, ...PER_DEVICE })
    const token = await tokens.sign({
      sn,
      lightSource,
      watch: visit.watch.slice(0, 16),
      course: visit.version,
    })
    const detail = {
      sn: hash.toString('hex'),
      lightSource,
      watch: visit.watch.slice(0, 16),
      course: visit.version,
    }
    await writeAudit(db, { event: 'unlock.requested', outcome: 'ok', ...auditContext(caller), detail })
    return { token, activation: of.activation }
  }
}

/** Where none was given it is asked for, whatever a ticket that is none would be answered. */
const needed = (ticket: string | undefined) => (error: unknown) => {
  throw ticket === undefined ? new ApiError('human_verification_required') : error
}

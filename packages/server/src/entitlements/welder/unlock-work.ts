/**
 * Proof of work for the unlock passwords of one machine past the third of a day. It doubles with every password that the same
 * network requests: a stranger who knows a serial number pays for using up its passwords, the owner in another network does not.
 */

import { DAY_SECONDS, HOUR_SECONDS } from '@kerf/contract/limits'
import { createProofOfWork } from '../../identity/index.ts'
import type { Caller } from '../../platform/audit/caller.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { PlatformServices } from '../../platform/services.ts'

export const REQUESTS_PER_MACHINE = 10
const REQUESTS_WITHOUT_WORK = 3
/** About 3 s on a phone for the first one. */
const COUNTER = { min: 4_000, max: 8_000 }
/** Solving the most expensive one takes some minutes. */
const CHALLENGE_TTL_SECONDS = HOUR_SECONDS

export interface UnlockWorkDependencies extends Pick<PlatformServices, 'db' | 'clock' | 'limiter'> {
  readonly challengeKey: Buffer
}

export function createUnlockWork({ limiter, ...dependencies }: UnlockWorkDependencies) {
  const proofOfWork = createProofOfWork(dependencies, 'unlock ')
  const machineKey = (machine: string): string => `unlock.device:${machine}`
  /** The /48 of IPv6: one customer has many /64 networks. */
  const networkOf = ({ limitKey, aggregateKey }: Caller): string => aggregateKey ?? limitKey
  const workKey = (machine: string, caller: Caller): string => `unlock.work:${machine}:${networkOf(caller)}`

  const readCounts = async (machine: string, caller: Caller) => {
    const keys = [machineKey(machine), workKey(machine, caller)]
    const counts = await limiter.readCounts(keys)
    // Without the counters every password needs work.
    if (counts === null) return { passwords: REQUESTS_WITHOUT_WORK, level: 0 }
    const pointsOf = (key?: string): number => counts.find(count => count.key === key)?.points ?? 0
    return { passwords: pointsOf(keys[0]), level: pointsOf(keys[1]) }
  }

  return {
    /** `machine`: hash of the serial number. */
    async challenge(machine: string, caller: Caller): Promise<Record<string, unknown>> {
      const { level } = await readCounts(machine, caller)
      const factor = 2 ** Math.min(level, REQUESTS_PER_MACHINE)
      return proofOfWork.challenge({
        counter: { min: COUNTER.min * factor, max: COUNTER.max * factor },
        ttlSeconds: CHALLENGE_TTL_SECONDS,
        data: { machine, network: networkOf(caller), level },
      })
    },

    /**
     * Counts a password of the machine. Throws `too_many_requests` past the day's limit of the machine, and `unlock_work_required` past the
     * first ones without a proof of work at the network's present level.
     */
    async consume(machine: string, payload: string | undefined, caller: Caller): Promise<void> {
      const limit = { key: machineKey(machine), limit: REQUESTS_PER_MACHINE, seconds: DAY_SECONDS }
      await limiter.consume({ ...limit, cost: 0 })
      const { passwords, level } = await readCounts(machine, caller)
      if (passwords >= REQUESTS_WITHOUT_WORK) {
        if (payload === undefined) throw new ApiError('unlock_work_required')
        const data = await proofOfWork.verify(payload, { ttlSeconds: CHALLENGE_TTL_SECONDS })
        const isOwn = data.machine === machine && data.network === networkOf(caller)
        if (!isOwn || data.level !== level) throw new ApiError('unlock_work_required')
        // Of several solutions of one level, one is accepted.
        const accepted = await limiter.count({ key: workKey(machine, caller), seconds: DAY_SECONDS })
        if (accepted !== level + 1) throw new ApiError('unlock_work_required')
      }
      await limiter.consume(limit)
    },
  }
}

export type UnlockWork = ReturnType<typeof createUnlockWork>

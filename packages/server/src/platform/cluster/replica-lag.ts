/**
 * How old the data of a replica is at most, by this process's steady clock. The time of the last replayed transaction is no
 * measure: it stands still while nobody writes.
 */
import type { Queryable } from '../db/database.ts'
import { countReplayedPositions, readPrimaryPosition } from './replica-store.ts'

interface Sample {
  readonly lsn: string
  /** before the primary was asked */
  readonly at: number
}

/** A replica that is further behind is not used in any case. */
const SAMPLES_MAX = 120

/** The database of DATABASE_REPLICA_URL is no standby, or that of another cluster. */
export class WrongReplicaError extends Error {}

export interface ReplicaLag {
  /** Asks both. Rejects if one does not answer, or with `WrongReplicaError`. */
  measure(): Promise<void>
  /** Milliseconds; undefined: unknown. */
  lagMs(): number | undefined
}

const toNumber = (lsn: string): bigint => {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

export function createReplicaLag(primary: Queryable, replica: Queryable): ReplicaLag {
  let samples: Sample[] = []
  /** time at which the newest replayed sample was taken */
  let replayedAt: number | undefined

  return {
    async measure() {
      const at = performance.now()
      const [position] = await readPrimaryPosition(primary)
      if (!position) throw new WrongReplicaError('the primary has no position')
      const last = samples.at(-1)
      // Another primary that lost the end of the log: what was replayed before tells nothing.
      if (last !== undefined && toNumber(position.lsn) < toNumber(last.lsn)) {
        samples = []
        replayedAt = undefined
      }
      samples = [...samples, { lsn: position.lsn, at }].slice(-SAMPLES_MAX)
      const [found] = await countReplayedPositions(replica, { positions: samples.map(({ lsn }) => lsn) })
      if (!found?.standby) throw new WrongReplicaError('it is no standby')
      if (found.system !== position.system)
        throw new WrongReplicaError('it belongs to another database cluster')
      const newest = samples[found.replayed - 1]
      if (newest === undefined) return
      replayedAt = Math.max(replayedAt ?? 0, newest.at)
      samples = samples.slice(found.replayed - 1)
    },
    lagMs: () => (replayedAt === undefined ? undefined : performance.now() - replayedAt),
  }
}

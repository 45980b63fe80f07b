/**
 * Where lists are read: on a replica, if there is one that is fresh enough. Only lists of an account's own messages, sign-ins and
 * redemptions: sessions, limits, codes and tickets are decided on the primary. A person who has just changed something reads from the
 * primary until every usable replica has it, whichever process the next call reaches.
 */
import { createSerialTask } from '../concurrency/serial-task.ts'
import { type Database, isOutage, type Queryable } from '../db/database.ts'
import { createReplicaLag, WrongReplicaError } from './replica-lag.ts'
import { findRecentChange, markListChanged } from './replica-store.ts'

export interface ListReads {
  /** Where lists of the account are read now. */
  of(uid: string): Promise<Queryable>
  /** A call of the account has changed something. Undefined without a replica: a call then has nothing to do. */
  readonly noteWrite: ((uid: string) => Promise<void>) | undefined
  /** Another process, an app or an operator has changed what the account's lists show. */
  noteChange(uid: string): void
  /** age of the replica's data in milliseconds; undefined: unknown, or no replica */
  lagMs(): number | undefined
  /** whether the replica is usable now; undefined: there is none */
  isReplicaUsed(): boolean | undefined
  stop(): Promise<void>
}

export const primaryReads = (db: Queryable): ListReads => ({
  of: async () => db,
  noteWrite: undefined,
  noteChange: () => undefined,
  lagMs: () => undefined,
  isReplicaUsed: () => undefined,
  stop: async () => undefined,
})

const CHECK_INTERVAL_MS = 1_000
/** Beyond the lag, an account's lists come from the primary for this long: it covers the interval of the checks and of the marks. */
const PIN_MARGIN_MS = 5_000
/** The mark of an account is written at most once in this time. */
const MARK_INTERVAL_MS = 1_000

export interface ListReadsOptions {
  readonly primary: Database
  /** commits asynchronously: a mark that a crash loses is of no use afterwards */
  readonly marks: Queryable
  readonly replica: Database
  readonly lagMaxMs: number
  readonly log: { warn(details: object, message: string): void; info(details: object, message: string): void }
}

export function openListReads({ primary, marks, replica, lagMaxMs, log }: ListReadsOptions): ListReads {
  const lag = createReplicaLag(primary, replica)
  const pinMs = lagMaxMs + PIN_MARGIN_MS
  /** by uid: when this process learned of the last change */
  const changes = new Map<string, number>()
  const markedAt = new Map<string, number>()
  let isReachable = false
  let wasUsed = false

  const isUsable = (): boolean => {
    const age = lag.lagMs()
    return isReachable && age !== undefined && age <= lagMaxMs
  }
  const report = (cause?: string): void => {
    const isUsed = isUsable()
    if (isUsed === wasUsed) return
    wasUsed = isUsed
    const lagSeconds = Math.round((lag.lagMs() ?? 0) / 1_000)
    if (isUsed) log.info({ lagSeconds }, 'lists are read from the replica')
    else log.warn({ lagSeconds, cause }, 'the replica is not usable: lists are read from the primary')
  }
  const prune = (times: Map<string, number>, ageMaxMs: number): void => {
    const oldest = performance.now() - ageMaxMs
    for (const [uid, at] of times) if (at < oldest) times.delete(uid)
  }

  let wrong: string | undefined
  const check = async (): Promise<void> => {
    prune(changes, pinMs)
    prune(markedAt, MARK_INTERVAL_MS)
    try {
      await lag.measure()
      isReachable = true
      wrong = undefined
      report()
    } catch (error) {
      isReachable = false
      const { code, message } = error as { code?: string; message: string }
      if (error instanceof WrongReplicaError && wrong !== message) {
        wrong = message
        log.warn({ cause: message }, 'DATABASE_REPLICA_URL is not used')
      }
      report(code ?? message)
    }
  }
  const checking = createSerialTask(check, () => undefined)
  checking.start()
  const timer = setInterval(checking.start, CHECK_INTERVAL_MS).unref()

  const isRecentlyChanged = async (uid: string): Promise<boolean> => {
    if (performance.now() - (changes.get(uid) ?? Number.NEGATIVE_INFINITY) < pinMs) return true
    const [row] = await findRecentChange(primary.sharedReads, { uid, seconds: pinMs / 1_000 })
    return row?.recent ?? true
  }
  /** Whatever the replica answers with an error, the primary answers. */
  const withFallback: Queryable = {
    async query(config) {
      try {
        return await replica.query(config)
      } catch (error) {
        if (isOutage(error)) isReachable = false
        return primary.query(config)
      }
    },
  }

  return {
    async of(uid) {
      return isUsable() && !(await isRecentlyChanged(uid)) ? withFallback : primary
    },
    async noteWrite(uid) {
      changes.set(uid, performance.now())
      if (performance.now() - (markedAt.get(uid) ?? Number.NEGATIVE_INFINITY) < MARK_INTERVAL_MS) return
      markedAt.set(uid, performance.now())
      // The change itself is stored. Without the mark, other processes may list the state before it for a moment.
      await markListChanged(marks, { uid }).catch(() => undefined)
    },
    noteChange: uid => void changes.set(uid, performance.now()),
    lagMs: lag.lagMs,
    isReplicaUsed: isUsable,
    async stop() {
      clearInterval(timer)
      await checking.stop()
      await replica.close()
    },
  }
}

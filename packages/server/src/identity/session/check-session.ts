/**
 * The session check. Look-ups that come while others are under way go to the database together as one query, so that
 * there is no cache to be wrong: a revoked token is refused by every process at its next call.
 */
import type { Queryable } from '../../platform/db/database.ts'
import type { SessionCheck } from '../../platform/http/session-claims.ts'
import { isToken, sha256Hex } from '../../platform/keys/secrets.ts'
import { findSessions, hashArray, type SessionRow, touchSessions } from './session-store.ts'

export interface StoppableSessionCheck extends SessionCheck {
  stop(): Promise<void>
}

type LookUp = PromiseWithResolvers<SessionRow | undefined>

/** Seconds after which a session's last use is written again. */
const TOUCH_AFTER = 300
const TOUCH_EVERY = 1_000
/** Look-ups in one query at the most. */
const BATCH = 500
/** Queries under way at once: what comes meanwhile goes together in the next one, which costs a fraction a look-up. */
const AT_ONCE = 2
/** So many go without waiting for the end of the turn: the database works while the others are still being read. */
const GROUP = 24
/** Milliseconds after which a query counts no more: one that hangs must not hold up the others. */
const PATIENCE = 20

export function createSessionCheck(db: Queryable, onError: (error: Error) => void): StoppableSessionCheck {
  /**
   * By token: calls that come together with one token share a look-up. A new map for each query: the tables
   * that one map outgrows hold on to each other and to all that was in them, past many garbage collections.
   */
  let waiting = new Map<string, LookUp>()
  let used = new Map<string, SessionRow>()

  let underWay = 0
  let planned = false

  const plan = (): void => {
    if (waiting.size === 0 || underWay >= AT_ONCE) return
    if (waiting.size >= GROUP) {
      look()
      return
    }
    if (planned) return
    planned = true
    setImmediate(look)
  }

  const look = (): void => {
    planned = false
    if (waiting.size === 0 || underWay >= AT_ONCE) return
    const all = [...waiting]
    const taken = all.slice(0, BATCH)
    waiting = new Map(all.slice(BATCH))
    const batch = taken.map(([, lookUp]) => lookUp)
    let counted = true
    const end = (): void => {
      clearTimeout(late)
      if (counted) underWay--
      counted = false
      plan()
    }
    const late = setTimeout(end, PATIENCE)
    underWay++
    findSessions(db, hashArray(taken.map(([token]) => sha256Hex(token))))
      .then(
        rows => {
          for (const row of rows) {
            if (row.idle > TOUCH_AFTER) used.set(row.handle, row)
            batch[row.place - 1]?.resolve(row)
          }
          // Who has been answered is not affected.
          for (const lookUp of batch) lookUp.resolve(undefined)
        },
        (error: unknown) => {
          for (const lookUp of batch) lookUp.reject(error)
        },
      )
      .finally(end)
    plan()
  }

  const touch = async (): Promise<void> => {
    if (used.size === 0) return
    const rows = [...used.values()]
    used = new Map()
    await touchSessions(
      db,
      rows.map(row => row.uid),
      rows.map(row => row.handle),
    ).catch(onError)
  }
  const timer = setInterval(touch, TOUCH_EVERY).unref()

  return {
    check(token) {
      if (!isToken(token)) return Promise.resolve(undefined)
      let lookUp = waiting.get(token)
      if (!lookUp) {
        lookUp = Promise.withResolvers()
        waiting.set(token, lookUp)
        plan()
      }
      return lookUp.promise
    },
    async stop() {
      clearInterval(timer)
      await touch()
    },
  }
}

/** Records which apps an account uses, so that messages to the users of an app reach it everywhere. */
import type { Queryable } from '../../platform/db/database.ts'
import { insertAppUse } from './message-setting-store.ts'

/** Account and app pairs that this process knows to be stored. Evicting one costs an extra insert. */
const KNOWN_PAIRS_MAX = 20_000

export function createRecordAppUse(db: Queryable, defaultApp: string) {
  const knownPairs = new Set<string>()
  return async function recordAppUse(uid: string, app: string): Promise<void> {
    const pair = `${uid} ${app}`
    // Every account uses the default app.
    if (app === defaultApp || knownPairs.has(pair)) return
    await insertAppUse(db, { uid, app })
    if (knownPairs.size >= KNOWN_PAIRS_MAX) knownPairs.clear()
    knownPairs.add(pair)
  }
}

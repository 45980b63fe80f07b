/** Remembers that an account uses an app, so that messages to the app's users reach it everywhere. */
import type { Queryable } from '../../platform/db/database.ts'
import { useApp } from './message-store.ts'

/** Pairs this process has seen noted; forgetting costs a look at a primary key. */
const REMEMBERED_MAX = 20_000

export function createRecordAppUse(db: Queryable, defaultApp: string) {
  const noted = new Set<string>()
  return async function noteApp(uid: string, app: string): Promise<void> {
    // Everybody uses the portal.
    const pair = `${uid} ${app}`
    if (app === defaultApp || noted.has(pair)) return
    await useApp(db, uid, app)
    if (noted.size >= REMEMBERED_MAX) noted.clear()
    noted.add(pair)
  }
}

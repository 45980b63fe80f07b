/** Browsers that an account was signed in to from, identified by the hash of their browser cookie. */
import { type Queryable, statement } from '../../../platform/db/database.ts'
import { isEvictedFirst } from './eviction.ts'

interface BrowserKey {
  readonly uid: string
  readonly browserHash: Buffer | null
}

const findKnownBrowser = statement<{ uid: string }, BrowserKey>(
  'known_browser.find',
  'select uid from known_device where uid = $uid and device_hash = $browserHash',
)

/** Whether the account was signed in to from this browser. A hash that no sign-in stored is unknown. */
export async function isKnownBrowser(
  on: Queryable,
  uid: string,
  browserHash: Buffer | undefined,
): Promise<boolean> {
  if (browserHash === undefined) return false
  const [found] = await findKnownBrowser(on, { uid, browserHash })
  return found !== undefined
}

/** Returns whether the account was never signed in to from this browser before. */
export const upsertKnownBrowser = statement<{ is_new: boolean }, BrowserKey>(
  'known_browser.upsert',
  `insert into known_device as d (uid, device_hash, last_seen) values ($uid, $browserHash, now())
   on conflict (uid, device_hash) do update set last_seen = excluded.last_seen returning (d.xmax = 0) as is_new`,
)

/** As many as a person and their apps use. Each one is a budget of guesses. */
const KNOWN_BROWSERS_MAX = 50

/**
 * Forgets the browsers beyond the limit: first the late ones of many new ones, then those that were not signed in from for the
 * longest time.
 */
export const deleteOldestBrowsers = statement<never, { uid: string }>(
  'known_browser.delete_oldest',
  `delete from known_device where uid = $uid and device_hash in (
     select device_hash from (
       select device_hash, last_seen, ${isEvictedFirst('first_seen')} as is_evicted_first from known_device where uid = $uid
     ) browser order by is_evicted_first, last_seen desc offset ${KNOWN_BROWSERS_MAX}
   )`,
)

export const findOtherBrowser = statement<{ uid: string }, BrowserKey>(
  'known_browser.other',
  'select uid from known_device where uid = $uid and device_hash <> $browserHash limit 1',
)

/** Every browser needs the second step again. `except`: the browser of the owner who asks for it; null: none. */
export const forgetSecondSteps = statement<never, { uid: string; except: Buffer | null }>(
  'known_browser.forget_second_steps',
  `update known_device set second_step_until = null
    where uid = $uid and second_step_until is not null and device_hash is distinct from $except::bytea`,
)

/** After a password reset or "this was not me" no browser is known: its owner is notified of the next sign-in (S-019). */
export const deleteKnownBrowsers = statement<never, { uid: string }>(
  'known_browser.delete',
  'delete from known_device where uid = $uid',
)

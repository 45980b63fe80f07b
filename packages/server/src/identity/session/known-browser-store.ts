/** Browsers that an account was signed in to from, identified by the hash of their browser cookie. */
import { type Queryable, statement } from '../../platform/db/database.ts'

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

export const listKnownBrowsers = statement<{ device_hash: Buffer }, { uid: string }>(
  'known_browser.list',
  'select device_hash from known_device where uid = $uid',
)

export const findOtherBrowser = statement<{ uid: string }, BrowserKey>(
  'known_browser.other',
  'select uid from known_device where uid = $uid and device_hash <> $browserHash limit 1',
)

/** After a password reset or "this was not me" no browser is known: its owner is notified of the next sign-in (S-019). */
export const deleteKnownBrowsers = statement<{ device_hash: Buffer }, { uid: string }>(
  'known_browser.delete',
  'delete from known_device where uid = $uid returning device_hash',
)

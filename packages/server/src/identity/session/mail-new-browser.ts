/** Emails the owner after a login from a new browser. */
import { HOUR_SECONDS } from '@kerf/contract/limits'
import { notifyOwner } from '../../outbound/mail/notify-owner.ts'
import type { Caller } from '../../platform/audit/caller.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { findOtherBrowser } from './store/known-browser-store.ts'
import type { GeneratedSessionRow, StoredSession } from './store-session.ts'

/** Further new browsers within the hour send no email: a thief of the password could fill the mailbox. */
const NEW_BROWSER_MAIL_SECONDS = HOUR_SECONDS

/**
 * Sends nothing if the browser is known, if a reset or a ticket started the session, if no browser was known before, or if another
 * one was notified within the hour.
 */
export async function mailNewBrowser(
  tx: Queryable,
  { mail, limiter }: Pick<PlatformServices, 'mail' | 'limiter'>,
  { uid, browserHash, method, parentHandle }: GeneratedSessionRow,
  { isNewBrowser }: Pick<StoredSession, 'isNewBrowser'>,
  owner: Parameters<typeof notifyOwner>[2],
  caller: Caller,
): Promise<void> {
  if (!isNewBrowser || method === 'reset' || parentHandle !== null) return
  const [other] = await findOtherBrowser(tx, { uid, browserHash })
  if (other === undefined) return
  const mails = await limiter.count({ key: `new-browser-mail:${uid}`, seconds: NEW_BROWSER_MAIL_SECONDS })
  if (mails === 1) await notifyOwner(tx, mail, owner, caller, { template: 'new_device', ip: caller.ip })
}

/** "This wasn't me": ends every session of the account a security mail was about. Recovery follows. */

import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import { decrypt } from '../../platform/keys/encryption.ts'
import { NOT_ME_CONTEXT, type NotMe } from '../../platform/mail/notify-owner.ts'
import { findAccount } from '../account/credential-store.ts'
import { deleteAllSessions } from './end-sessions.ts'
import { forgetBrowsers } from './forget-browsers.ts'

/** Seconds a link can be used. */
const LIFETIME = 30 * 24 * 3600

function readLink(key: Buffer, link: string): NotMe {
  try {
    const said = JSON.parse(decrypt(key, Buffer.from(link, 'base64url'), NOT_ME_CONTEXT).toString()) as NotMe
    if (said.at + LIFETIME > Date.now() / 1_000) return said
  } catch {
    // told below: a link that does not open and one that is too old read alike
  }
  throw new ApiError('expired')
}

/** Using it again ends what was begun since: harmless, since only the mailbox's owner has the link. Throws 20206. */
export function createNotMe(db: Database, linkKey: Buffer) {
  return async function notMe(link: string, caller: Caller): Promise<{ business: boolean }> {
    const { uid } = readLink(linkKey, link)
    return db.transaction(async tx => {
      const [account] = await findAccount(tx, uid)
      if (!account) throw new ApiError('expired')
      const ended = await deleteAllSessions(tx, uid)
      await forgetBrowsers(tx, uid)
      await writeAudit(tx, {
        event: 'session.not_me',
        outcome: 'ok',
        uid,
        ...auditContext(caller),
        detail: { ended: ended.length },
      })
      return { business: account.kind === 'enterprise' }
    })
  }
}

/** Disconnects a social account, never the last way to sign in (S-069). */

import { writeAudit } from '../../platform/audit/write-audit.ts'
import { type Database, statement } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { SessionClaims } from '../../platform/http/session-claims.ts'
import { type MailDependencies, notifyOwner } from '../../platform/mail/notify-owner.ts'
import { findAccount } from '../account/credential-store.ts'
import { assertRecentAuthentication } from '../login/reauthenticate.ts'
import { listSocial } from './social-link-store.ts'

const lockAccount = statement<{ uid: string }, [uid: string]>(
  'social.lock',
  'select uid from account where uid = $1 for update',
)

/** A statement of its own: one that waits for the lock counts what was there before it waited. */
const countWays = statement<{ ways: number }, [uid: string]>(
  'social.ways',
  `select (a.password_hash is not null)::int
          + (select count(*) from sign_in_identifier i where i.uid = a.uid and i.kind = 'email')::int
          + (select count(*) from social_link l where l.uid = a.uid)::int as ways
     from account a where a.uid = $1`,
)

const unbind = statement<{ channel: string }, [uid: string, channel: string]>(
  'social.unbind',
  `with gone as (delete from social_link where uid = $1 and channel = $2 returning channel)
   delete from sign_in_identifier where uid = $1 and kind = 'oauth:' || $2 returning $2 as channel`,
)

export function createUnbindSocial(db: Database, mail: MailDependencies) {
  /** A channel that is not connected is no fault: a repeat answers like the first call. Throws 20107, 20404. */
  return async function unbindSocial(session: SessionClaims, channel: string, caller: Caller): Promise<void> {
    assertRecentAuthentication(session)
    const { uid } = session
    await db.transaction(async tx => {
      // The lock makes two calls for the last two ways take turns.
      const [locked] = await lockAccount(tx, uid)
      const [row] = await countWays(tx, uid)
      if (!locked || !row) throw new ApiError('no_account')
      const bound = (await listSocial(tx, uid)).some(link => link.channel === channel)
      if (!bound) return
      if (row.ways <= 1) throw new ApiError('last_sign_in_method')
      await unbind(tx, uid, channel)
      await writeAudit(tx, {
        event: 'social.unbound',
        outcome: 'ok',
        uid,
        ...auditContext(caller),
        detail: { channel },
      })
      const [account] = await findAccount(tx, uid)
      if (account) await notifyOwner(tx, mail, account, caller, { template: 'social_disconnected', channel })
    })
  }
}

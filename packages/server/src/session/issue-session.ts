/** Begins a session: the only way to a token (S-012, S-037, S-038). */
import type { Language } from '@kerf/contract/language'
import { findByUid } from '../account/credentials.ts'
import { writeAudit } from '../audit/write-audit.ts'
import type { Database, Queryable } from '../db/database.ts'
import { about, type Caller } from '../lib/caller.ts'
import { Fault } from '../lib/fault.ts'
import { randomHandle, randomToken, sha256 } from '../lib/secrets.ts'
import { type MailDependencies, tellOwner } from '../mail/tell-owner.ts'
import { clientOf } from './client-of.ts'
import { storeSession } from './session-store.ts'
import { tellDropped } from './tell-dropped.ts'

export type SignInMethod =
  | 'password'
  | 'captcha'
  | 'register'
  | 'reset'
  | 'enterprise'
  | 'ticket'
  | `social.${string}`

export interface SessionDependencies {
  readonly db: Database
  readonly mail: MailDependencies
}

export interface SignedIn {
  readonly utoken: string
  readonly uid: string
  readonly remember: boolean
  /** set when this browser had none yet: the value of its device cookie */
  readonly newDevice: string | undefined
}

export interface SignIn {
  readonly uid: string
  readonly email: string
  readonly lang: Language
  readonly method: SignInMethod
  readonly remember: boolean
  /** what the password given was checked against: the account must still have it */
  readonly passwordHash?: string | null
  /** handle of the session a ticket was made in: both end together */
  readonly root?: string
}

/** Why none was begun; `ended`: the session it would have grown from. */
const FAULTS = { banned: 20104, replaced: 20111, ended: 20206 } as const

function reasonOf({ passwordHash, root }: SignIn, banned: boolean): keyof typeof FAULTS {
  if (!banned && passwordHash != null) return 'replaced'
  return !banned && root !== undefined ? 'ended' : 'banned'
}

export function createIssueSession({ db, mail }: SessionDependencies) {
  /**
   * Throws 20104 when the account is banned at this moment, 20111 when its password is another by now, 20206 when the
   * session it grows from has ended.
   * `on`: the transaction that the session belongs to.
   */
  return async function issueSession(signIn: SignIn, caller: Caller, on: Queryable = db): Promise<SignedIn> {
    const utoken = randomToken()
    const newDevice = caller.deviceHash ? undefined : randomToken()
    const deviceHash = caller.deviceHash ?? sha256(newDevice ?? '')
    const place = await mail.placeOf(caller.ip)
    const { application, platform } = clientOf({
      userAgent: caller.userAgent,
      appPlatform: caller.app.platform,
      appCode: caller.app.code,
    })
    const stored = await storeSession(on, {
      uid: signIn.uid,
      handle: randomHandle(),
      tokenHash: sha256(utoken),
      remember: signIn.remember,
      method: signIn.method,
      ip: caller.ip,
      place,
      application,
      platform,
      userAgent: caller.userAgent.slice(0, 300),
      deviceHash,
      ...about(caller),
      root: signIn.root ?? null,
      passwordHash: signIn.passwordHash ?? null,
    })
    if (!stored.issued) {
      const [account] = await findByUid(db, signIn.uid)
      const because = reasonOf(signIn, account?.status === 'banned')
      // Outside the transaction, which the fault rolls back.
      await writeAudit(db, {
        event: `login.${signIn.method}`,
        outcome: 'refused',
        uid: signIn.uid,
        ...about(caller),
        detail: { [because]: true },
      })
      throw new Fault(FAULTS[because])
    }
    if (stored.dropped > 0) await tellDropped(on, mail, signIn, stored.dropped, caller)
    if (stored.fresh && stored.known && signIn.method !== 'reset' && signIn.root === undefined)
      await tellOwner(on, mail, signIn, caller, {
        template: 'new_device',
        application,
        platform,
        ip: caller.ip,
      })
    return { utoken, uid: signIn.uid, remember: signIn.remember, newDevice }
  }
}

export type IssueSession = ReturnType<typeof createIssueSession>

/**
 * More than one account signed in within one browser. The chosen account is that of `utoken`; the sessions of the others are
 * in HttpOnly cookies. A session that has ended drops out at the next call.
 */
import { KEPT_SESSIONS_MAX } from '@kerf/contract/limits'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import { logout } from '../session/logout.ts'
import type { SessionCheck, SessionClaims } from '../session/session-claims.ts'
import { hasCompanion } from '../session/session-companion.ts'
import type { HeldSession } from '../session/session-secrets.ts'
import type { HeldSessions } from './held-sessions.ts'

/** A session that is live. */
export interface LiveHeldSession extends HeldSession {
  readonly uid: string
  readonly remember: boolean
  readonly claims: SessionClaims
}

export interface LiveHeldSessions {
  readonly chosen: LiveHeldSession | undefined
  /** the chosen session where it is set aside already: a tab still has its token */
  readonly chosenAside: readonly LiveHeldSession[]
  /** one for each account, none of the chosen account */
  readonly kept: readonly LiveHeldSession[]
  /** second sessions of an account above */
  readonly surplus: readonly LiveHeldSession[]
}

export function createBrowserAccounts(db: Database, sessions: SessionCheck) {
  const findLive = async (held: HeldSession): Promise<LiveHeldSession | undefined> => {
    const claims = await sessions.check(held.utoken)
    return claims && { ...held, uid: claims.uid, remember: claims.remember, claims }
  }

  /**
   * Whether the person authenticated in this browser. Pages of the parent domain can write the token's cookie, but not that of its
   * companion: a session that they planted is never kept, or the chooser would offer a stranger's account from then on.
   */
  const isAuthenticated = async ({ companion, claims }: LiveHeldSession): Promise<boolean> =>
    companion !== undefined && (await hasCompanion(db, claims, { companionHashes: [sha256(companion)] }))

  const findAuthenticated = async (held: HeldSession): Promise<LiveHeldSession | undefined> => {
    const live = await findLive(held)
    return live && (await isAuthenticated(live)) ? live : undefined
  }

  const read = async ({ chosen: named, unseen, kept }: HeldSessions): Promise<LiveHeldSessions> => {
    // A tab may still have the token of a session that another tab has set aside: the companion is beside that one.
    const aside = kept.find(({ utoken }) => utoken === named?.utoken)
    const chosen = aside ?? named
    const [liveChosen, ...all] = await Promise.all([
      chosen && findLive(chosen),
      unseen && findAuthenticated(unseen),
      ...kept.map(findLive),
    ])
    const tokens = new Set([liveChosen?.utoken])
    const uids = new Set([liveChosen?.uid])
    const unique: LiveHeldSession[] = []
    const surplus: LiveHeldSession[] = []
    for (const held of all) {
      if (held === undefined || tokens.has(held.utoken)) continue
      tokens.add(held.utoken)
      const list = uids.has(held.uid) ? surplus : unique
      uids.add(held.uid)
      list.push(held)
    }
    return { chosen: liveChosen, chosenAside: aside && liveChosen ? [liveChosen] : [], kept: unique, surplus }
  }

  const end = (held: readonly LiveHeldSession[], caller: Caller): Promise<unknown> =>
    Promise.all(held.map(({ claims }) => logout(db, claims, caller)))

  return {
    read,

    /** Returns the sessions that are set aside from now on. Throws `too_many_accounts`. */
    async setAside(
      session: SessionClaims,
      held: HeldSessions,
      caller: Caller,
    ): Promise<readonly LiveHeldSession[]> {
      const { chosen, kept, surplus } = await read(held)
      // A page of another origin is shown no sessions, so nothing is kept for it.
      if (chosen?.claims.handle !== session.handle) throw new ApiError('authority')
      if (kept.length >= KEPT_SESSIONS_MAX) throw new ApiError('too_many_accounts')
      await end(surplus, caller)
      await writeAudit(db, {
        event: 'login.set_aside',
        outcome: 'ok',
        uid: session.uid,
        ...auditContext(caller),
        detail: { session: session.handle },
      })
      return (await isAuthenticated(chosen)) ? [chosen, ...kept] : kept
    },

    /** Returns the chosen session and those that are set aside from now on. Throws `expired` if it is not live. */
    async switchTo(uid: string, held: HeldSessions, caller: Caller) {
      const { chosen, kept, surplus } = await read(held)
      const target = chosen?.uid === uid ? chosen : kept.find(session => session.uid === uid)
      if (target === undefined) throw new ApiError('expired')
      await end(surplus, caller)
      await writeAudit(db, {
        event: 'login.switch',
        outcome: 'ok',
        uid,
        ...auditContext(caller),
        detail: { session: target.claims.handle },
      })
      const isChosenKept = chosen !== undefined && (await isAuthenticated(chosen))
      const others = [...(isChosenKept ? [chosen] : []), ...kept].filter(session => session !== target)
      return { target, kept: others.slice(0, KEPT_SESSIONS_MAX) }
    },

    /** Ends the sessions of one account that is set aside, or of all. Returns those that stay. */
    async end(uid: string | undefined, held: HeldSessions, caller: Caller) {
      const { chosenAside, kept, surplus } = await read(held)
      const ended = uid === undefined ? kept : kept.filter(session => session.uid === uid)
      await end([...ended, ...surplus], caller)
      const others = kept.filter(session => !ended.includes(session))
      return { ended: ended.length, kept: [...chosenAside, ...others] }
    },
  }
}

export type BrowserAccounts = ReturnType<typeof createBrowserAccounts>

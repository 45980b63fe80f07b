/** The second factors of an account as a whole: what there is, and its removal. */
import type { Queryable } from '../../platform/db/database.ts'
import { deleteLoginAllowances, deleteSignInFlows, findSecondFactor } from '../account/credential-store.ts'
import { deleteAllSessions } from '../session/session-store.ts'
import { forgetSecondSteps } from '../session/store/known-browser-store.ts'
import { findRemovalTime, type MailClock } from './factor-removal.ts'
import { deleteFactorRemoval } from './factor-removal-store.ts'
import {
  countRecoveryCodes,
  countRememberedBrowsers,
  deleteRecoveryCodes,
  deleteTotp,
  findTotp,
  setSecondFactor,
} from './factor-store.ts'

/** Times are unix seconds. */
export interface FactorOverview {
  /** null: no authenticator app */
  readonly totp: { readonly since: number; readonly lastUsed: number | null } | null
  /** unused ones */
  readonly recoveryCodes: number
  /** browsers that need no second step for now */
  readonly rememberedBrowsers: number
  /** an operator demands a second factor */
  readonly required: boolean
  /** from when on lost factors can be removed; null: nobody has asked for it */
  readonly removalAt: number | null
}

export async function factorOverview(on: Queryable, times: MailClock, uid: string): Promise<FactorOverview> {
  const [[totp], [codes], [browsers], [account], removalAt] = await Promise.all([
    findTotp(on, { uid }),
    countRecoveryCodes(on, { uid }),
    countRememberedBrowsers(on, { uid }),
    findSecondFactor(on, { uid }),
    findRemovalTime(on, times, uid),
  ])
  return {
    totp: totp?.confirmed_at == null ? null : { since: totp.confirmed_at, lastUsed: totp.last_used_at },
    recoveryCodes: codes?.unused ?? 0,
    rememberedBrowsers: browsers?.remembered ?? 0,
    required: account?.demanded ?? false,
    removalAt,
  }
}

/** Within a transaction that has locked the account. Returns false if there was no authenticator app. */
export async function deleteFactors(tx: Queryable, uid: string): Promise<boolean> {
  const [removed] = await deleteTotp(tx, { uid })
  await deleteRecoveryCodes(tx, { uid })
  await setSecondFactor(tx, { uid, isOn: false })
  await forgetSecondSteps(tx, { uid, except: null })
  await deleteSignInFlows(tx, { uid })
  await deleteLoginAllowances(tx, { uid })
  await deleteFactorRemoval(tx, { uid })
  return removed !== undefined
}

/**
 * Within a transaction that has locked the account. Keeps an app that replaced an older one: a thief who reads the mailbox must
 * not turn off what protects against that. `since`: unix seconds.
 */
export async function deleteFactorsSince(tx: Queryable, uid: string, since: number): Promise<boolean> {
  const [totp] = await findTotp(tx, { uid })
  if (totp?.protected_since == null || totp.protected_since < since) return false
  return deleteFactors(tx, uid)
}

/** For an owner who lost them: ends every session too, because a session may be on the lost phone. */
export async function removeFactors(
  tx: Queryable,
  uid: string,
): Promise<{ readonly removed: boolean; readonly sessionsEnded: number }> {
  const removed = await deleteFactors(tx, uid)
  const ended = removed ? await deleteAllSessions(tx, { uid }) : []
  return { removed, sessionsEnded: ended.length }
}

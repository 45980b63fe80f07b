import type { OutputOf } from '@kerf/contract/endpoint'
import {
  endAccounts,
  listBrowserAccounts,
  setAccountAside,
  switchAccount,
} from '@kerf/contract/endpoints/account-choice'
import type { getFullInfo } from '@kerf/contract/endpoints/profile'
import { KEPT_SESSIONS_MAX } from '@kerf/contract/limits'
import type { AddRoute } from '../session/session-guard.ts'
import type { BrowserAccounts, LiveHeldSession } from './browser-accounts.ts'
import { chooseSession, heldSessions, keepSessions } from './held-sessions.ts'

type FullInfo = OutputOf<typeof getFullInfo>

export interface AccountChoiceDependencies {
  readonly accounts: BrowserAccounts
  readonly readFullInfo: (uid: string) => Promise<FullInfo>
}

const describe = (info: FullInfo, chosen: boolean) => {
  const detail = info.enterpriseUser?.uid ?? info.email
  return {
    uid: info.uid,
    name: info.userName || detail || info.uid,
    detail,
    headpic: info.headpic,
    business: info.enterpriseUser !== null,
    chosen,
  }
}

export function accountChoiceRoutes(
  add: AddRoute,
  { accounts, readFullInfo }: AccountChoiceDependencies,
): void {
  add(listBrowserAccounts, async (_, context) => {
    const held = heldSessions(context)
    const { chosen, chosenAside, kept, surplus } = await accounts.read(held)
    const live = [...chosenAside, ...kept, ...surplus]
    // The count of sessions that have ended would make the login page ask again at each visit.
    if (live.length < held.kept.length) keepSessions(context, live)
    const all: readonly LiveHeldSession[] = [...(chosen ? [chosen] : []), ...kept]
    const infos = await Promise.all(all.map(({ uid }) => readFullInfo(uid)))
    return {
      accounts: infos.map(info => describe(info, info.uid === chosen?.uid)),
      full: kept.length >= KEPT_SESSIONS_MAX,
    }
  })
  add(setAccountAside, async (_, context) => {
    keepSessions(context, await accounts.setAside(context.session, heldSessions(context), context.caller))
    chooseSession(context, undefined)
    return {}
  })
  add(switchAccount, async ({ uid }, context) => {
    const { target, kept } = await accounts.switchTo(uid, heldSessions(context), context.caller)
    keepSessions(context, kept)
    chooseSession(context, target)
    return { utoken: target.utoken, uid }
  })
  add(endAccounts, async ({ uid }, context) => {
    const { ended, kept } = await accounts.end(uid, heldSessions(context), context.caller)
    keepSessions(context, kept)
    return { ended }
  })
}

import {
  createUnlockChallenge,
  issueUnlockPassword as issueEndpoint,
  listUnlockedMachines,
  listUnlockKeys,
  removeUnlockedMachine,
  requestUnlock as requestEndpoint,
} from '@kerf/contract/endpoints/welder'
import type { AddRoute } from '../../identity/index.ts'
import { readWatchCookie } from '../training/watch-cookie.ts'
import type { AccountMachines } from './account-machines.ts'
import type { IssueUnlockPassword } from './issue-unlock-password.ts'
import type { UnlockRequests } from './request-unlock.ts'
import type { UnlockRequestTokens } from './unlock-request-token.ts'

export interface WelderUseCases {
  readonly requests: UnlockRequests
  readonly machines: AccountMachines
  readonly issueUnlockPassword: IssueUnlockPassword
  readonly tokens: UnlockRequestTokens
}

export function welderRoutes(
  add: AddRoute,
  { requests, machines, issueUnlockPassword, tokens }: WelderUseCases,
): void {
  add(requestEndpoint, async ({ sn: serialNumber, lightSource, ticket, work }, context) => {
    const session = await context.findSession()
    const uid = session?.kind === 'personal' ? session.uid : undefined
    return requests.requestUnlock(
      { serialNumber, lightSource, ticket, work, uid },
      readWatchCookie(context),
      context.caller,
    )
  })
  add(listUnlockedMachines, (_, { session }) => machines.list(session.uid))
  add(removeUnlockedMachine, async ({ machine }, { session }) => {
    await machines.remove(session.uid, machine)
    return {}
  })
  add(createUnlockChallenge, ({ sn }, context) =>
    requests.createChallenge(sn, readWatchCookie(context), context.caller),
  )
  add(issueEndpoint, ({ token }, { caller }) => issueUnlockPassword(token, caller))
  add(listUnlockKeys, async () => ({ keys: await tokens.publicKeys() }))
}

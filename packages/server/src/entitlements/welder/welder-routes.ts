import {
  createUnlockChallenge,
  issueUnlockPassword as issueEndpoint,
  listUnlockKeys,
  requestUnlock as requestEndpoint,
} from '@kerf/contract/endpoints/welder'
import type { AddRoute } from '../../platform/http/route.ts'
import type { IssueUnlockPassword } from './issue-unlock-password.ts'
import type { UnlockRequests } from './request-unlock.ts'
import type { UnlockRequestTokens } from './unlock-request-token.ts'

export interface WelderUseCases {
  readonly requests: UnlockRequests
  readonly issueUnlockPassword: IssueUnlockPassword
  readonly tokens: UnlockRequestTokens
}

export function welderRoutes(add: AddRoute, { requests, issueUnlockPassword, tokens }: WelderUseCases): void {
  add(requestEndpoint, ({ sn: serialNumber, lightSource, ticket, work }, { watchSession, caller }) =>
    requests.requestUnlock({ serialNumber, lightSource, ticket, work }, watchSession, caller),
  )
  add(createUnlockChallenge, ({ sn }, { watchSession, caller }) =>
    requests.createChallenge(sn, watchSession, caller),
  )
  add(issueEndpoint, ({ token }, { caller }) => issueUnlockPassword(token, caller))
  add(listUnlockKeys, async () => ({ keys: await tokens.publicKeys() }))
}

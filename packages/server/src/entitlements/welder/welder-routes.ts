import {
  issueUnlockPassword as issueEndpoint,
  listUnlockKeys,
  requestUnlock as requestEndpoint,
} from '@kerf/contract/endpoints/welder'
import type { AddRoute } from '../../platform/http/route.ts'
import type { IssueUnlockPassword } from './issue-unlock-password.ts'
import type { RequestUnlock } from './request-unlock.ts'
import type { UnlockRequestTokens } from './unlock-request-token.ts'

export interface WelderUseCases {
  readonly requestUnlock: RequestUnlock
  readonly issueUnlockPassword: IssueUnlockPassword
  readonly tokens: UnlockRequestTokens
}

export function welderRoutes(
  add: AddRoute,
  { requestUnlock, issueUnlockPassword, tokens }: WelderUseCases,
): void {
  add(requestEndpoint, ({ sn: serialNumber, lightSource, ticket }, { watchSession, caller }) =>
    requestUnlock({ serialNumber, lightSource, ticket }, watchSession, caller),
  )
  add(issueEndpoint, ({ token }, { caller }) => issueUnlockPassword(token, caller))
  add(listUnlockKeys, async () => ({ keys: await tokens.publicKeys() }))
}

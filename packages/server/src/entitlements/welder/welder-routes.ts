import {
  issueUnlockPassword as activateEndpoint,
  listUnlockKeys,
  requestUnlock as requestEndpoint,
} from '@kerf/contract/endpoints/welder'
import type { AddRoute } from '../../platform/http/route.ts'
import type { createIssueUnlockPassword } from './issue-unlock-password.ts'
import type { createRequestUnlock } from './request-unlock.ts'
import type { RequestTokens } from './unlock-request-token.ts'

export interface WelderRoutes {
  readonly requestUnlock: ReturnType<typeof createRequestUnlock>
  readonly activate: ReturnType<typeof createIssueUnlockPassword>
  readonly tokens: RequestTokens
}

export function welderRoutes(add: AddRoute, { requestUnlock, activate, tokens }: WelderRoutes): void {
  add(requestEndpoint, (wish, { watchSession, caller }) => requestUnlock(wish, watchSession, caller))
  add(activateEndpoint, ({ token }, { caller }) => activate(token, caller))
  add(listUnlockKeys, async () => ({ keys: await tokens.publicKeys() }))
}

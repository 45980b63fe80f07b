import {
  activate as activateEndpoint,
  activationKeys,
  requestUnlock as requestEndpoint,
} from '@kerf/contract/endpoints/device'
import type { AddRoute } from '../../platform/http/route.ts'
import type { createActivate } from './issue-unlock-password.ts'
import type { RequestTokens } from './unlock-request-token.ts'
import type { createRequestUnlock } from './request-unlock.ts'

export interface DeviceRoutes {
  readonly requestUnlock: ReturnType<typeof createRequestUnlock>
  readonly activate: ReturnType<typeof createActivate>
  readonly tokens: RequestTokens
}

export function deviceRoutes(add: AddRoute, { requestUnlock, activate, tokens }: DeviceRoutes): void {
  add(requestEndpoint, (wish, { watchSession, caller }) => requestUnlock(wish, watchSession, caller))
  add(activateEndpoint, ({ token }, { caller }) => activate(token, caller))
  add(activationKeys, async () => ({ keys: await tokens.publicKeys() }))
}

import { unbindSocial } from '@kerf/contract/endpoints/security'
import type { AddRoute } from '../http/route.ts'
import type { createUnbindSocial } from './unbind-social.ts'

export function socialRoutes(add: AddRoute, unbind: ReturnType<typeof createUnbindSocial>): void {
  add(unbindSocial, async (input, { session, caller }) => {
    await unbind(session, input.channel, caller)
    return {}
  })
}

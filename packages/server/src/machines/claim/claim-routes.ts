import { claimMachine, startMachineClaim } from '@kerf/contract/machines/machines'
import type { AddRoute } from '../../identity/index.ts'
import type { Claims } from './claim-machine.ts'

export function claimRoutes(add: AddRoute, claims: Claims): void {
  add(startMachineClaim, ({ sn, ticket }, { session, caller }) =>
    claims.startClaim(session, sn, ticket, caller),
  )
  add(claimMachine, (input, { session, caller }) => claims.claim(session, input, caller))
}

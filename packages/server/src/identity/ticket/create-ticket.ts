import { TICKET_PREFIX } from '@kerf/contract/endpoints/ticket'
import { TICKET_TTL_SECONDS } from '@kerf/contract/limits'
import { canonicalReturnUrl } from '@kerf/contract/return-url'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomToken, sha256 } from '../../platform/keys/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { SessionClaims } from '../session/session-claims.ts'
import { insertTicket, type TicketPurpose } from './ticket-store.ts'

export interface CreateTicketDependencies extends Pick<PlatformServices, 'db' | 'limiter' | 'publicUrl'> {
  /** whether the origin belongs to a brand or an app */
  readonly isHandoverTarget: (origin: string) => boolean
  /** whether the origin is a sibling host */
  readonly isSibling: (origin: string) => boolean
}

/** Per account. A page creates one ticket for each sibling host and each handover. */
export const TICKETS_PER_MINUTE = { limit: 600, seconds: 60 }

export interface IssuedTicket {
  readonly ticket: string
  /** seconds */
  readonly expiresIn: number
}

export function createCreateTicket(deps: CreateTicketDependencies) {
  const isAllowedTarget = (purpose: TicketPurpose, origin: string): boolean => {
    if (purpose === 'sync') return deps.isSibling(origin)
    if (origin === deps.publicUrl().origin) return true
    return purpose === 'handover' && deps.isHandoverTarget(origin)
  }

  /** `target`: the URL that the ticket is appended to, or any other on its origin. Throws `authority` for an origin that is not allowed, `too_many_requests`. */
  return async function createTicket(
    session: SessionClaims,
    purpose: TicketPurpose,
    target: string,
    caller: Caller,
  ): Promise<IssuedTicket> {
    const returnUrl = canonicalReturnUrl(target)
    const origin = returnUrl === undefined ? '' : new URL(returnUrl).origin
    if (returnUrl === undefined || !isAllowedTarget(purpose, origin))
      throw new ApiError('authority', { fields: { target: 'invalid' } })
    await deps.limiter.consume({ key: `ticket:${session.uid}`, ...TICKETS_PER_MINUTE })
    const ticket = TICKET_PREFIX + randomToken()
    const { uid } = session
    await deps.db.pipelinedTransaction(async tx => {
      await Promise.all([
        insertTicket(tx, {
          hash: sha256(ticket),
          uid,
          purpose,
          target: origin,
          returnUrlHash: sha256(returnUrl),
          session: session.handle,
          ttlSeconds: TICKET_TTL_SECONDS,
        }),
        writeAudit(tx, {
          event: 'ticket.created',
          outcome: 'ok',
          uid,
          ...auditContext(caller),
          detail: { purpose },
        }),
      ])
    })
    return { ticket, expiresIn: TICKET_TTL_SECONDS }
  }
}

/** Records refused calls that no use case records: throttled tries, dead codes and nonces, missing rights and proofs (P-25). */
import type { ErrorName } from '@kerf/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { auditContext, type Caller } from '../platform/audit/caller.ts'
import type { RefusalAudit } from '../platform/audit/refusal-audit.ts'
import { ApiError } from '../platform/errors/api-error.ts'

const AUDITED = new Set<ErrorName>([
  ...(['too_many_requests', 'captcha_frequency', 'ip_ban'] as const),
  ...(['code_expired', 'expired'] as const),
  ...(['authority', 'invalid_client', 'proof_required', 'restricted'] as const),
  ...(['human_verification_required', 'human_verification_failed'] as const),
])

const isAudited = ({ errorName, fields }: ApiError): boolean =>
  AUDITED.has(errorName) || Object.values(fields ?? {}).includes('redemption_code_format')

/** The call, never its URL: a query string may contain a secret. */
const callOf = ({ method, routeOptions }: FastifyRequest): string => `${method} ${routeOptions.url ?? ''}`

export function auditRefusals(
  http: FastifyInstance,
  refusals: RefusalAudit,
  callerOf: (request: FastifyRequest) => Caller,
): void {
  http.decorateRequest('sessionUid', null)
  http.addHook('onError', async (request, _reply, error: Error) => {
    if (!(error instanceof ApiError) || !isAudited(error) || request.routeOptions.url === undefined) return
    const { limit, target } = error
    const uid = target ?? request.sessionUid ?? null
    const isAimed = uid !== null && uid !== request.sessionUid
    await refusals.record({
      event: 'call.refused',
      uid,
      isAimed,
      ...auditContext(callerOf(request)),
      detail: {
        call: callOf(request),
        code: error.code,
        ...(limit !== undefined && { limit }),
        ...(isAimed && { aimed: true }),
      },
    })
  })
}

/** Records refused calls that no use case records: throttled tries, dead codes and nonces, missing rights and proofs (P-25). */
import type { ErrorName } from '@kerf/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { auditContext, type Caller } from '../platform/audit/caller.ts'
import type { RefusalAudit } from '../platform/audit/refusal-audit.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import { createLineLimit } from '../platform/limits/line-limit.ts'

/** In ten seconds, for each process. */
const LOOKUPS_PER_INTERVAL = 20

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
  findNamedAccount: (body: unknown) => Promise<string | undefined>,
): void {
  const lookups = createLineLimit(LOOKUPS_PER_INTERVAL)
  /**
   * A refused call from a banned network, also under the account that it names. Nothing waits for it, so the answer's time does not tell
   * whether the account exists, and a flood causes few lookups.
   */
  const recordUnderAccount = async (request: FastifyRequest, code: number): Promise<void> => {
    if (lookups() === undefined) return
    const uid = await findNamedAccount(request.body)
    if (uid === undefined) return
    await refusals.record({
      ...{ event: 'call.refused', uid, isAimed: true, ...auditContext(callerOf(request)) },
      detail: { call: callOf(request), code, aimed: true },
    })
  }
  http.decorateRequest('sessionUid', null)
  http.addHook('onError', async (request, _reply, error: Error) => {
    if (!(error instanceof ApiError) || !isAudited(error) || request.routeOptions.url === undefined) return
    const { limit, target } = error
    const uid = target ?? request.sessionUid ?? null
    const isAimed = uid !== null && uid !== request.sessionUid
    if (error.errorName === 'ip_ban' && request.method === 'POST')
      void recordUnderAccount(request, error.code).catch(() => undefined)
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

/**
 * `POST /v1/reports`: browsers report what a page's policies blocked. Only the kind is counted, for `/metrics`: addresses and
 * samples in a report can be personal, and anybody can send one. Always answered with 204.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { createNetworkMinuteLimit } from '../platform/limits/address-limits.ts'
import { createTokenBucket } from '../platform/limits/request-budget.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'

export const REPORTS_PATH = '/v1/reports'
/** The Reporting API's name for reports without an endpoint of their own, such as those of Permissions-Policy. */
export const REPORTS_ENDPOINT = 'default'

const BODY_MAX_BYTES = 32 * 1024
const REPORTS_PER_BODY_MAX = 20
const BODIES_PER_MINUTE = 30
/** Bounds the work of a flood from many addresses. */
const BODIES_PER_SECOND = 50

const CSP_DIRECTIVES: ReadonlySet<string> = new Set([
  'script-src',
  'style-src',
  'img-src',
  'connect-src',
  'frame-src',
  'frame-ancestors',
  'require-trusted-types-for',
])

/** `csp script-src`, `coop`, `permissions`; one of a fixed list. */
export function kindOfReport(report: unknown): string {
  const { type, body, 'csp-report': legacy } = (report ?? {}) as Record<string, unknown>
  if (type === 'coop') return 'coop'
  if (type === 'permissions-policy-violation') return 'permissions'
  if (type !== 'csp-violation' && typeof legacy !== 'object') return 'other'
  const fields = (legacy ?? body ?? {}) as Record<string, unknown>
  const directive = String(
    fields.effectiveDirective ?? fields['effective-directive'] ?? fields['violated-directive'] ?? '',
  )
  // `script-src-elem` and `script-src-attr` count as `script-src`.
  const name = /^[a-z]+(?:-(?!elem|attr)[a-z]+)*/.exec(directive)?.[0] ?? ''
  return `csp ${CSP_DIRECTIVES.has(name) ? name : 'other'}`
}

export async function browserReportRoute(
  http: FastifyInstance,
  metrics: Pick<Metrics, 'countEvent'>,
): Promise<void> {
  const isWithinMinuteLimit = createNetworkMinuteLimit(BODIES_PER_MINUTE)
  const isWithinBudget = createTokenBucket(BODIES_PER_SECOND, BODIES_PER_SECOND)
  const sendNoContent = (reply: FastifyReply): FastifyReply => reply.code(204).send()

  await http.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      ['application/reports+json', 'application/csp-report', 'application/json'],
      { parseAs: 'string', bodyLimit: BODY_MAX_BYTES },
      (_request, body, done) => done(null, body),
    )
    scope.post(REPORTS_PATH, {
      config: { quiet: true },
      async onRequest(request, reply) {
        if (!isWithinMinuteLimit(request.ip) || !isWithinBudget(1)) return sendNoContent(reply)
      },
      async handler(request, reply) {
        let parsed: unknown
        try {
          parsed = JSON.parse(String(request.body))
        } catch {
          parsed = []
        }
        for (const report of [parsed].flat().slice(0, REPORTS_PER_BODY_MAX))
          metrics.countEvent('browser_report', kindOfReport(report))
        return sendNoContent(reply)
      },
    })
  })
}

/** Takes bounces from a mail provider, signed as specified by Standard Webhooks with BOUNCE_WEBHOOK_SECRET. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { signWebhook } from '../../webhook/sign-webhook.ts'
import type { DeliveryReportDependencies } from '../delivery-report.ts'
import { recordBounce } from './record-bounce.ts'

export const BOUNCE_WEBHOOK_PATH = '/hooks/mail/bounces'
const BODY_MAX_BYTES = 64 * 1024
/** An older request may be a repetition by somebody who overheard it. A repetition within the time has no effect. */
const TOLERANCE_SECONDS = 300

/** `messageId`: our header Message-ID, `<UUID@domain>`. Without `status`, `permanent` tells whether the address is at fault. */
const BounceEvent = v.object({
  type: v.literal('email.bounced'),
  data: v.object({
    messageId: v.pipe(v.string(), v.regex(/^<?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}@[^<>\s]+>?$/i)),
    status: v.optional(v.pipe(v.string(), v.regex(/^[45]\.\d{1,3}\.\d{1,3}$/))),
    permanent: v.optional(v.boolean()),
  }),
})
const OtherEvent = v.object({ type: v.string() })

export interface BounceWebhookOptions extends Omit<DeliveryReportDependencies, 'log'> {
  readonly secret: string
  /** the database's clock, unix milliseconds */
  readonly now: () => Promise<number>
}

export async function bounceWebhookRoutes(
  http: FastifyInstance,
  { secret, now, ...report }: BounceWebhookOptions,
): Promise<void> {
  await http.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: BODY_MAX_BYTES },
      (_request, body, done) => done(null, body),
    )
    scope.post(BOUNCE_WEBHOOK_PATH, async (request, reply) => {
      const body = String(request.body)
      if (!isSigned(request, body, secret, Math.floor((await now()) / 1_000)))
        throw new ApiError('invalid_client')
      const event = parseEvent(body)
      if (event) {
        const { messageId, permanent, status = permanent ? '5.0.0' : '4.0.0' } = event.data
        const id = messageId.replace('<', '').split('@')[0] ?? ''
        await recordBounce({ ...report, log: request.log }, { id, code: status, source: 'webhook' })
      }
      // Also for an unknown mail: the provider would repeat the request.
      return reply.code(204).send()
    })
  })
}

/** `svix-`: the same headers under the name of the service that many providers send with. */
function isSigned({ headers }: FastifyRequest, body: string, secret: string, now: number): boolean {
  const header = (name: string): string => String(headers[`webhook-${name}`] ?? headers[`svix-${name}`] ?? '')
  const at = Number(header('timestamp'))
  if (!Number.isInteger(at) || Math.abs(now - at) > TOLERANCE_SECONDS) return false
  const expected = Buffer.from(signWebhook([secret], header('id'), at, body)['webhook-signature'] ?? '')
  return header('signature')
    .split(' ')
    .map(signature => Buffer.from(signature))
    .some(signature => signature.length === expected.length && timingSafeEqual(signature, expected))
}

/** Undefined: an event of another type. Throws `bad_request`. */
function parseEvent(body: string): v.InferOutput<typeof BounceEvent> | undefined {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    throw new ApiError('bad_request')
  }
  const bounce = v.safeParse(BounceEvent, json)
  if (bounce.success) return bounce.output
  const other = v.safeParse(OtherEvent, json)
  if (!other.success || other.output.type === 'email.bounced') throw new ApiError('bad_request')
  return undefined
}

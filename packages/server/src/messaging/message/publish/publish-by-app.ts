/** Publishing and revoking by the server of an app (`POST /v1/messages`). An app may address its own users only. */

import type { OutputOf, ParsedInputOf } from '@kerf/contract/endpoint'
import type { publishMessage as endpoint } from '@kerf/contract/endpoints/message'
import { IDEMPOTENCY_HEADER } from '@kerf/contract/headers'
import { DAY_SECONDS } from '@kerf/contract/limits'
import type { RegisteredApp } from '../../../identity/index.ts'
import { auditContext, type Caller } from '../../../platform/audit/caller.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { sha256 } from '../../../platform/keys/secrets.ts'
import type { RateLimit } from '../../../platform/limits/rate-limiter.ts'
import type { PlatformServices } from '../../../platform/services.ts'
import { InvalidDraftError, type MessageContent, parseDraft } from '../content/message-content.ts'
import type { PictureRule } from '../content/picture-rule.ts'
import { type Actor, type Audience, publishMessage } from './publish-message.ts'
import { claimRequest, findRequest, saveAnswer } from './publish-request-store.ts'
import { revokeMessage } from './revoke-message.ts'

type Input = ParsedInputOf<typeof endpoint>
type Answer = OutputOf<typeof endpoint>

export const CALLS_PER_MINUTE = 600
/** Low, because every process keeps all broadcasts in memory. */
export const BROADCASTS_PER_DAY = 200
export const MESSAGES_PER_ACCOUNT_AND_DAY = 200

/** `text`: `all`, `app:CODE` or `uid:UID`. */
export const parseAudience = (text: string): Audience => {
  const [kind, value = ''] = text.split(':')
  if (kind === 'uid') return { kind, uid: value }
  return kind === 'app' ? { kind, app: value } : { kind: 'all' }
}

export interface PublishByAppDependencies extends Pick<PlatformServices, 'db' | 'clock' | 'limiter'> {
  readonly pictures: PictureRule
  /** the portal's own app; it alone may address everyone and publish system messages */
  readonly defaultApp: string
}

const actorOf = (app: RegisteredApp, caller: Caller): Actor => ({ ...auditContext(caller), app: app.code })

export function createPublishByApp({ db, clock, limiter, pictures, defaultApp }: PublishByAppDependencies) {
  const takeCall = ({ clientId }: RegisteredApp, ...more: RateLimit[]) =>
    limiter.consume({ key: `publish:${clientId}`, limit: CALLS_PER_MINUTE, seconds: 60 }, ...more)

  function assertAllowed(app: RegisteredApp, audience: Audience, { category }: Input): void {
    if (app.code === defaultApp) return
    const isForeign = audience.kind === 'all' || (audience.kind === 'app' && audience.app !== app.code)
    if (isForeign) throw new ApiError('authority', { fields: { audience: 'invalid' } })
    if (category === 'system') throw new ApiError('authority', { fields: { category: 'invalid' } })
  }

  async function assertPeriod({ from, until }: Input): Promise<void> {
    if (until !== undefined && until * 1000 <= Math.max(await clock.now(), (from ?? 0) * 1000))
      throw new ApiError('bad_request', { fields: { until: 'invalid' } })
  }

  function parseContent(input: Input): MessageContent {
    try {
      return parseDraft(input, picture => pictures(picture) !== null)
    } catch (error) {
      if (error instanceof InvalidDraftError) throw new ApiError('bad_request', { fields: error.fields })
      throw error
    }
  }

  async function publish(tx: Queryable, app: RegisteredApp, input: Input, caller: Caller): Promise<Answer> {
    const audience = parseAudience(input.audience)
    assertAllowed(app, audience, input)
    await assertPeriod(input)
    const { from, until, category } = input
    const published = await publishMessage(
      tx,
      {
        ...parseContent(input),
        audience,
        category,
        // A message to the users of an app belongs to that app, also if another one publishes it.
        app: audience.kind === 'app' ? audience.app : app.code,
        from: from === undefined ? null : new Date(from * 1000),
        until: until === undefined ? null : new Date(until * 1000),
        sender: app.clientId,
      },
      actorOf(app, caller),
    )
    if (!published) throw new ApiError('no_account', { fields: { audience: 'invalid' } })
    return published
  }

  return {
    /**
     * With an idempotency key, a repeated call waits for the first one and returns its answer. Throws `bad_request` when the key
     * was used for another message, and 'authority', 'no_account', 'too_many_requests'.
     */
    async publish(
      app: RegisteredApp,
      input: Input,
      idempotencyKey: string | undefined,
      caller: Caller,
    ): Promise<Answer> {
      const { clientId } = app
      const isToAccount = input.audience.startsWith('uid:')
      await takeCall(app, {
        key: isToAccount ? `publish:${clientId}:${input.audience}` : `publish:${clientId}:many`,
        limit: isToAccount ? MESSAGES_PER_ACCOUNT_AND_DAY : BROADCASTS_PER_DAY,
        seconds: DAY_SECONDS,
      })
      if (idempotencyKey === undefined) return db.transaction(tx => publish(tx, app, input, caller))
      const keyHash = sha256(idempotencyKey)
      const bodyHash = sha256(JSON.stringify(input))
      return db.transaction(async tx => {
        const [claimed] = await claimRequest(tx, { clientId, keyHash, bodyHash })
        if (!claimed) {
          const [earlier] = await findRequest(tx, { clientId, keyHash })
          if (!earlier?.body_hash.equals(bodyHash))
            throw new ApiError('bad_request', { fields: { [IDEMPOTENCY_HEADER]: 'invalid' } })
          return earlier.answer as Answer
        }
        const answer = await publish(tx, app, input, caller)
        await saveAnswer(tx, { clientId, keyHash, answer })
        return answer
      })
    },

    /** Returns false when the app has no such message any more. Throws `too_many_requests`. */
    async revoke(app: RegisteredApp, id: string, caller: Caller): Promise<boolean> {
      await takeCall(app)
      return db.transaction(tx => revokeMessage(tx, id, app.clientId, actorOf(app, caller)))
    },
  }
}

/** `POST /v1/messages`: an app's server sends to its own users. */
import type { OutputOf, ParsedInputOf } from '@kerf/contract/endpoint'
import type { publishMessage as endpoint } from '@kerf/contract/endpoints/message'
import { type Database, type Queryable, statement } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { RegisteredApp } from '../../platform/http/session-claims.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import { InvalidDraftError, parseDraft } from './message-content.ts'
import type { PictureRule } from './picture-rule.ts'
import { type Audience, publishMessage, revokeMessage } from './publish-message.ts'

type Input = ParsedInputOf<typeof endpoint>
type Answer = OutputOf<typeof endpoint>

const SENT_A_MINUTE = 600
/** To its users all at once: each is kept in the memory of every process. */
const BROADCASTS_A_DAY = 200
const TO_ONE_ACCOUNT_A_DAY = 200

export const audienceOf = (text: string): Audience => {
  const [kind, value = ''] = text.split(':')
  if (kind === 'uid') return { kind, uid: value }
  return kind === 'app' ? { kind, app: value } : { kind: 'all' }
}

const claim = statement<{ claimed: true }, [clientId: string, key: Buffer, body: Buffer]>(
  'message.claim_request',
  `insert into message_request (client_id, key_hash, body_hash, answer) values ($1, $2, $3, '{}')
   on conflict do nothing returning true as claimed`,
)
const findRequest = statement<{ body_hash: Buffer; answer: Answer }, [clientId: string, key: Buffer]>(
  'message.find_request',
  'select body_hash, answer from message_request where client_id = $1 and key_hash = $2',
)
const keepAnswer = statement<never, [clientId: string, key: Buffer, answer: Answer]>(
  'message.keep_answer',
  'update message_request set answer = $3 where client_id = $1 and key_hash = $2',
)

export interface AppPublishing {
  readonly db: Database
  readonly limiter: Limiter
  readonly pictures: PictureRule
  /** the portal's own app, which alone speaks to everyone and sends system messages */
  readonly defaultApp: string
}

const actorOf = (app: RegisteredApp, caller: Caller) => ({ ...auditContext(caller), app: app.code })

export function createPublishByApp({ db, limiter, pictures, defaultApp }: AppPublishing) {
  const expectAllowed = (app: RegisteredApp, audience: Audience, { category }: Input): void => {
    if (app.code === defaultApp) return
    const foreign = audience.kind === 'all' || (audience.kind === 'app' && audience.app !== app.code)
    if (foreign) throw new ApiError('authority', { fields: { audience: 'invalid' } })
    if (category === 'system') throw new ApiError('authority', { fields: { category: 'invalid' } })
  }

  async function send(tx: Queryable, app: RegisteredApp, input: Input, caller: Caller): Promise<Answer> {
    const audience = audienceOf(input.audience)
    expectAllowed(app, audience, input)
    const { from, until } = input
    if (until !== undefined && until * 1000 <= Math.max(Date.now(), (from ?? 0) * 1000))
      throw new ApiError('bad_request', { fields: { until: 'invalid' } })
    if (Math.max(from ?? 0, until ?? 0) > TIME_MAX)
      throw new ApiError('bad_request', { fields: { from: 'invalid' } })
    try {
      const made = await publishMessage(
        tx,
        {
          ...parseDraft(input, picture => pictures(picture) !== null),
          audience,
          category: input.category,
          // A message to the users of an app is that app's, whoever sends it.
          app: audience.kind === 'app' ? audience.app : app.code,
          from: from === undefined ? null : new Date(from * 1000),
          until: until === undefined ? null : new Date(until * 1000),
          sender: app.clientId,
        },
        actorOf(app, caller),
      )
      if (!made) throw new ApiError('no_account', { fields: { audience: 'invalid' } })
      return made
    } catch (error) {
      if (error instanceof InvalidDraftError) throw new ApiError('bad_request', { fields: error.fields })
      throw error
    }
  }

  return {
    /** With a key, a repeated call waits for the first and answers as it did; the same key for another message is refused. */
    async publish(
      app: RegisteredApp,
      input: Input,
      key: string | undefined,
      caller: Caller,
    ): Promise<Answer> {
      const { clientId } = app
      const toOne = input.audience.startsWith('uid:')
      await limiter.take(
        { key: `publish:${clientId}`, limit: SENT_A_MINUTE, seconds: 60 },
        {
          key: toOne ? `publish:${clientId}:${input.audience}` : `publish:${clientId}:many`,
          limit: toOne ? TO_ONE_ACCOUNT_A_DAY : BROADCASTS_A_DAY,
          seconds: 24 * 3600,
        },
      )
      if (key === undefined) return db.transaction(tx => send(tx, app, input, caller))
      const keyHash = sha256(key)
      const bodyHash = sha256(JSON.stringify(input))
      return db.transaction(async tx => {
        const [claimed] = await claim(tx, app.clientId, keyHash, bodyHash)
        if (!claimed) {
          const [before] = await findRequest(tx, app.clientId, keyHash)
          if (!before?.body_hash.equals(bodyHash)) throw new ApiError('bad_request')
          return before.answer
        }
        const answer = await send(tx, app, input, caller)
        await keepAnswer(tx, app.clientId, keyHash, answer)
        return answer
      })
    },
    async revoke(app: RegisteredApp, id: string, caller: Caller): Promise<boolean> {
      await limiter.take({ key: `publish:${app.clientId}`, limit: SENT_A_MINUTE, seconds: 60 })
      return db.transaction(tx => revokeMessage(tx, id, app.clientId, actorOf(app, caller)))
    },
  }
}

/** Unix seconds: the end of 9999. */
const TIME_MAX = 253_402_300_799

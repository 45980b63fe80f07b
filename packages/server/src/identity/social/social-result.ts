/** Result of a social sign-in: stored at the callback, read once by the page that started it. */
import type { ErrorCode } from '@kerf/contract/errors'
import * as v from 'valibot'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { decryptJson, encryptJson } from '../../platform/keys/encryption.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { randomToken, sha256 } from '../../platform/keys/secrets.ts'
import { consumeFlow, insertFlow, SocialOperation } from './social-flow-store.ts'

const SocialResult = v.object({
  code: v.custom<0 | ErrorCode>(code => typeof code === 'number'),
  utoken: v.string(),
  flow: v.string(),
  /** of the second step */
  methods: v.optional(v.pipe(v.array(v.string()), v.readonly())),
  op: SocialOperation,
  channel: v.string(),
  created: v.boolean(),
  uri: v.string(),
})
export type SocialResult = v.InferOutput<typeof SocialResult>

const ENCRYPTION_CONTEXT = 'social result'
/** Time between the redirect and the page that reads the result. */
const RESULT_TTL_SECONDS = 60

export function createSocialResults(db: Queryable, keys: Pick<Keys, 'social'>) {
  return {
    /** Returns the name by which the page reads the result. */
    async save(result: SocialResult): Promise<string> {
      const name = randomToken()
      await insertFlow(db, {
        hash: sha256(name),
        kind: 'result',
        encryptedData: encryptJson(keys.social, result, ENCRYPTION_CONTEXT),
        uid: null,
        ttlSeconds: RESULT_TTL_SECONDS,
      })
      return name
    },

    /** Throws `expired` if the name is unknown, was read before, or is too old. */
    async read(name: string): Promise<SocialResult> {
      const [row] = await consumeFlow(db, { hash: sha256(name), kind: 'result' })
      if (!row) throw new ApiError('expired')
      return decryptJson(keys.social, row.encrypted_data, ENCRYPTION_CONTEXT, SocialResult)
    },
  }
}

export type SocialResults = ReturnType<typeof createSocialResults>

/** reCAPTCHA's token check, for deployments in `us` that have its keys. */
import * as v from 'valibot'
import { tracedFetch } from '../../platform/tracing/traced-fetch.ts'

/** Resolves to whether a token is valid. Rejects if the provider does not answer within 3 s. */
export type VerifyRecaptcha = (token: string, ip: string) => Promise<boolean>

const TIMEOUT_MS = 3_000
/** Scores from 0 (bot) to 1 (human) are given by version 3 only. */
const SCORE_MIN = 0.5
const Answer = v.object({ success: v.boolean(), score: v.optional(v.number()) })

/** `endpoint` is replaced in tests. */
export function createRecaptcha(
  secret: string,
  endpoint = 'https://www.google.com/recaptcha/api/siteverify',
): VerifyRecaptcha {
  const request = tracedFetch('recaptcha')
  return async (token, ip) => {
    const response = await request(endpoint, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, remoteip: ip }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    })
    if (!response.ok) throw new Error(`the human-check provider answered ${response.status}`)
    const { success, score = 1 } = v.parse(Answer, await response.json())
    return success && score >= SCORE_MIN
  }
}

/** reCAPTCHA's check of a token, for deployments in `us` with keys. */
import * as v from 'valibot'

/** Says whether a token is good; rejects when the provider does not answer within 3 s. */
export type VerifyRecaptcha = (token: string, ip: string) => Promise<boolean>

const TIMEOUT = 3_000
const Answer = v.object({ success: v.boolean(), score: v.optional(v.number()) })

/** `endpoint` is the provider's; tests name their own. */
export function createRecaptcha(
  secret: string,
  endpoint = 'https://www.google.com/recaptcha/api/siteverify',
): VerifyRecaptcha {
  return async (token, ip) => {
    const response = await fetch(endpoint, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, remoteip: ip }),
      signal: AbortSignal.timeout(TIMEOUT),
      redirect: 'error',
    })
    if (!response.ok) throw new Error(`the human-check provider answered ${response.status}`)
    const answer = v.parse(Answer, await response.json())
    return answer.success && (answer.score ?? 1) >= 0.5
  }
}

/**
 * Asks a range service whether a password is known from a breach (setting PASSWORD_RANGE_URL, off by default). It gets the first 20 bits
 * of the SHA-1 and answers with every known suffix, padded, so that neither the password nor the size of the answer tells which one
 * is meant. The list of the server itself is checked before. A service that does not answer hinders nobody (S-003).
 */
import { hash } from 'node:crypto'
import { ApiError } from '../../platform/errors/api-error.ts'
import { tracedFetch } from '../../platform/tracing/traced-fetch.ts'

const TIMEOUT_MS = 1_000
const PREFIX_LENGTH = 5
/** A padded range has some 1,000 lines of 40 bytes. */
const ANSWER_MAX_BYTES = 512 * 1024

export type RangeOutcome = 'known' | 'unknown' | 'failed'

export interface BreachedPasswordDependencies {
  /** its path ends with a slash; undefined: no service is asked */
  readonly rangeUrl: string | undefined
  /** called for each request; `error`: name of what failed */
  readonly onAnswer: (outcome: RangeOutcome, error?: string) => void
}

/** Throws `password_too_common` if the service knows the password. */
export type AssertNotBreached = (password: string) => Promise<void>

async function readAnswer(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > ANSWER_MAX_BYTES) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('latin1')
}

/** Whether an answer has a suffix. A count of 0 is padding. */
function hasSuffix(answer: string, suffix: string): boolean {
  for (const line of answer.split('\n')) {
    const [found, count] = line.trim().split(':')
    if (found?.toUpperCase() === suffix) return Number(count) > 0
  }
  return false
}

export function createAssertNotBreached({
  rangeUrl,
  onAnswer,
}: BreachedPasswordDependencies): AssertNotBreached {
  const request = tracedFetch('password-range')

  const isKnown = async (url: string, password: string): Promise<boolean> => {
    const digest = hash('sha1', password, 'hex').toUpperCase()
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await request(new URL(digest.slice(0, PREFIX_LENGTH), url), {
      headers: { 'add-padding': 'true', 'user-agent': 'kerf-passport' },
      redirect: 'error',
      signal,
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new Error(`the range service answered ${response.status}`)
    }
    return hasSuffix(await readAnswer(response), digest.slice(PREFIX_LENGTH))
  }

  return async function assertNotBreached(password) {
    if (rangeUrl === undefined) return
    let outcome: RangeOutcome
    try {
      outcome = (await isKnown(rangeUrl, password)) ? 'known' : 'unknown'
      onAnswer(outcome)
    } catch (error) {
      onAnswer('failed', error instanceof Error ? error.name : 'Error')
      return
    }
    if (outcome === 'known')
      throw new ApiError('password_too_common', { fields: { password: 'password_too_common' } })
  }
}

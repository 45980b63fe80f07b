import { readSocialResult } from '@kerf/contract/endpoints/social'
import { errorNameOfCode } from '@kerf/contract/errors'
import { callApi } from '../../lib/api/api-client.ts'
import { errorNameOf } from '../../lib/api/error-name.ts'
import { errorResult, type SocialResult, toResult } from './resolve-result.ts'
import type { StartedFlow } from './social-flow-storage.ts'

/** Fetches a result, which the server returns once. Never rejects: a failed call becomes a result with an error. */
export async function fetchResult(name: string, started: StartedFlow | undefined): Promise<SocialResult> {
  if (/^\d+$/.test(name)) return errorResult(errorNameOfCode(Number(name)) ?? 'system', started)
  try {
    return toResult(await callApi(readSocialResult, { result: name }))
  } catch (error) {
    return errorResult(errorNameOf(error) ?? 'unreachable', started)
  }
}

import { readSocialResult } from '@kerf/contract/endpoints/social'
import { errorNameOfCode } from '@kerf/contract/errors'
import { callApi } from '../../lib/api-client.ts'
import { errorNameOf } from '../../lib/error-name.ts'
import { errorResult, type SocialResult, toResult } from './resolve-result.ts'
import type { StartedFlow } from './social-flow-storage.ts'

/** Reads a result once. Never rejects: what goes wrong is a code too. */
export async function fetchResult(name: string, begun: StartedFlow | undefined): Promise<SocialResult> {
  if (/^\d+$/.test(name)) return errorResult(errorNameOfCode(Number(name)) ?? 'system', begun)
  try {
    return toResult(await callApi(readSocialResult, { result: name }))
  } catch (error) {
    return errorResult(errorNameOf(error) ?? 'unreachable', begun)
  }
}

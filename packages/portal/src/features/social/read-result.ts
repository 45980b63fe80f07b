import { socialResult } from '@kerf/contract/endpoints/social'
import { CLIENT_NETWORK } from '@kerf/contract/errors'
import { call } from '../../lib/call.ts'
import { codeOf } from '../../lib/failure.ts'
import { onlyCode, type Result } from './judge-result.ts'
import type { Begun } from './social-memory.ts'

/** Reads a result once. Never rejects: what goes wrong is a code too. */
export async function readResult(name: string, begun: Begun | undefined): Promise<Result> {
  if (/^\d+$/.test(name)) return onlyCode(Number(name), begun)
  try {
    return await call(socialResult, { result: name })
  } catch (error) {
    return onlyCode(codeOf(error) ?? CLIENT_NETWORK, begun)
  }
}

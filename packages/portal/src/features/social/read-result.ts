import { socialResult } from '@kerf/contract/endpoints/social'
import { errorNameOfCode } from '@kerf/contract/errors'
import { call } from '../../lib/call.ts'
import { errorNameOf } from '../../lib/failure.ts'
import { onlyError, type Result, toResult } from './judge-result.ts'
import type { Begun } from './social-memory.ts'

/** Reads a result once. Never rejects: what goes wrong is a code too. */
export async function readResult(name: string, begun: Begun | undefined): Promise<Result> {
  if (/^\d+$/.test(name)) return onlyError(errorNameOfCode(Number(name)) ?? 'system', begun)
  try {
    return toResult(await call(socialResult, { result: name }))
  } catch (error) {
    return onlyError(errorNameOf(error) ?? 'unreachable', begun)
  }
}

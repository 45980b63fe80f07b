/** Runs a load in its own process. */
import { firstMessage, startProgram } from '../harness/processes.ts'
import type { Load, LoadReport, LoadResult } from './load.ts'

const PROGRAM = new URL('./load-process.ts', import.meta.url)

/** Rejects when any call failed: the rate would count failures. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const program = startProgram(PROGRAM)
  program.child.send(load)
  const { failures, example, ...result } = await firstMessage<LoadReport>(program)
  await program.stop()
  if (failures > 0) throw new Error(`${failures} calls of ${load.url} failed (${example})`)
  return result
}

/** IP address of a simulated client, for `X-Forwarded-For`. Each client has its own rate limits. */
export const clientAddress = (index: number): string =>
  `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`

/** Runs a load in its own process. */
import { setTimeout as sleep } from 'node:timers/promises'
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

/** Seconds that a flood lasts before what is measured beside it begins, and after it has ended. */
const FLOOD_LEAD_SECONDS = 1.5
const FLOOD_TAIL_SECONDS = 1
/** By how much longer a flood lasts than the measurement beside it. */
export const FLOOD_MARGIN_SECONDS = FLOOD_LEAD_SECONDS + FLOOD_TAIL_SECONDS

/**
 * Measures while a flood is under way. The flood begins earlier, because the start of its process takes processor time that no flood from
 * outside takes.
 *
 * @param flood `seconds`: how long the measurement takes
 */
export async function runBesideFlood<T>(
  flood: Load,
  measure: () => Promise<T>,
): Promise<{ measured: T; flood: LoadResult }> {
  const flooding = runLoad({ ...flood, seconds: flood.seconds + FLOOD_MARGIN_SECONDS })
  // A flood that fails early is reported once the measurement has ended.
  flooding.catch(() => undefined)
  await sleep(FLOOD_LEAD_SECONDS * 1_000)
  const measured = await measure()
  return { measured, flood: await flooding }
}

/** IP address of a simulated client, for `X-Forwarded-For`. Each client has its own rate limits. */
export const clientAddress = (index: number): string =>
  `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`

/** Fires a load from a process of its own. */
import { firstMessage, startProgram } from '../harness/processes.ts'
import type { Load, LoadReport, Shot } from './shot.ts'

const PROGRAM = new URL('./load-process.ts', import.meta.url)

/** Rejects when a single answer was not a good one: such a figure would mean nothing. */
export async function fire(load: Load): Promise<Shot> {
  const program = startProgram(PROGRAM)
  program.child.send(load)
  const { faults, example, ...shot } = await firstMessage<LoadReport>(program)
  await program.stop()
  if (faults > 0) throw new Error(`${faults} calls of ${load.url} failed (${example})`)
  return shot
}

/** Each caller comes from an address of its own. */
export const addressOf = (index: number): string =>
  `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`

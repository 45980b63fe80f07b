/** Resident memory of a process. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** In MiB. `ps` reports it on Linux and macOS. */
export async function residentMemory(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout.trim()) / 1_024
}

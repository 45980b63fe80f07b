import { readFileSync } from 'node:fs'

/** A process for good: pids are reused, so its start (clock ticks since boot, Linux only) goes with it. */
export type ProcessIdentity = { pid: number; start?: string }

function readStartTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

export function identifyProcess(pid: number): ProcessIdentity {
  const start = readStartTime(pid)
  return start === undefined ? { pid } : { pid, start }
}

/** Whether a process with this pid runs; one that has ended and was not yet reaped does not count. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return process.platform !== 'linux' || readStartTime(pid) !== undefined
}

/** Whether that very process still runs. */
export function isAlive({ pid, start }: ProcessIdentity): boolean {
  return isRunning(pid) && (process.platform !== 'linux' || readStartTime(pid) === start)
}

import { readFileSync } from 'node:fs'

/** Identifies one process. Pids are reused, so `start` adds the start time (clock ticks since boot, Linux only). */
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

/** Whether a process with this pid is running. A zombie process does not count. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return process.platform !== 'linux' || readStartTime(pid) !== undefined
}

/** Whether exactly this process is still running. */
export function isAlive({ pid, start }: ProcessIdentity): boolean {
  return isRunning(pid) && (process.platform !== 'linux' || readStartTime(pid) === start)
}

import { readFileSync } from 'node:fs'

/**
 * Start time of a process in clock ticks since boot, or undefined where the system does not provide it.
 * Pids are reused, within seconds after a container restarts; pid and start time together are unique.
 */
export function processStartTime(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

/** Whether the process `{pid, start}` still runs. A process of another user counts as running. */
export function isAlive({ pid, start }) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  return process.platform !== 'linux' || processStartTime(pid) === start
}

/** `{pid, start}` of a process, as a lock file stores it. */
export function processIdentity(pid = process.pid) {
  return { pid, start: processStartTime(pid) }
}

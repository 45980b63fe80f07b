import { readFileSync } from 'node:fs'

/**
 * When a process began, in clock ticks since boot, or undefined where the system does not tell.
 * With the pid it names a process for good: pids are reused, after a container's restart within seconds.
 */
export function startOf(pid) {
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
  return process.platform !== 'linux' || startOf(pid) === start
}

/** The name under which a process is written into a lock file. */
export function identify(pid = process.pid) {
  return { pid, start: startOf(pid) }
}

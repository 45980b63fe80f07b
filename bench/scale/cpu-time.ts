/** CPU time of processes and their children, on Linux. It counts work, not waiting, so it is right on a busy machine too. */
import { readFileSync } from 'node:fs'
import { childrenOf } from '../harness/processes.ts'

/** `getconf CLK_TCK`, which is 100 on every Linux. */
const TICKS_PER_SECOND = 100

/** `ended`: also of its children that have ended. */
function cpuSecondsOf(pid: number, ended: boolean): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain spaces. User time is field 14.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15)
    return (user + system + (ended ? childUser + childSystem : 0)) / TICKS_PER_SECOND
  } catch {
    // The process has ended: its parent's sum contains it.
    return 0
  }
}

/** Of a process with its children, the ended ones included. */
export const cpuSeconds = (pid: number): number =>
  cpuSecondsOf(pid, true) + childrenOf(pid).reduce((sum, child) => sum + cpuSecondsOf(child, false), 0)

/** Peak of the resident memory in MiB. 0: the process has ended. */
export function peakMemory(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}

import { readFileSync } from 'node:fs'

const SHELLS = ['sh', 'dash', 'bash', 'ash', 'busybox']

function readOrEmpty(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Pid of the parent process and, when the parent is a shell, of the grandparent (Linux only). */
export function parentProcesses() {
  const parent = process.ppid
  if (!SHELLS.includes(readOrEmpty(`/proc/${parent}/comm`).trim())) return `${parent}`
  const stat = readOrEmpty(`/proc/${parent}/stat`)
  return `${parent} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}`
}

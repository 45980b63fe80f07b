import { readFileSync } from 'node:fs'

const shells = ['sh', 'dash', 'bash', 'ash', 'busybox']

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Names the process that called this one and, when that is a shell, the one behind it (Linux only). */
export function callers() {
  const parent = process.ppid
  if (!shells.includes(read(`/proc/${parent}/comm`).trim())) return `${parent}`
  const stat = read(`/proc/${parent}/stat`)
  return `${parent} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}`
}

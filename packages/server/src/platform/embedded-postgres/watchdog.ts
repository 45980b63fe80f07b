import { spawn } from 'node:child_process'

const INTERVAL_SECONDS = 2
/** A server that starts at this moment takes the running postmaster over. */
const CHECKS_WITHOUT_HOLDER = 3

/**
 * Ends the postmaster when no process uses it any more, for example because the server was killed: some checks in a row find
 * no live holder. When the data folder was deleted, a cluster outside of it is deleted too. A shell, because it takes 1 MB.
 *
 * $1: pid of the postmaster, $2: control folder, $3: folder of an external cluster or ''.
 */
const SCRIPT = `
missed=0
while sleep ${INTERVAL_SECONDS} && kill -0 "$1" 2>/dev/null; do
  alive=
  for file in "$2"/holders/*; do
    line=
    read -r line 2>/dev/null < "$file"
    pid=\${line#*\\"pid\\":}
    pid=\${pid%%[!0-9]*}
    [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null || continue
    stat=
    [ -r "/proc/$pid/stat" ] && read -r stat < "/proc/$pid/stat"
    case "$stat" in *") Z "*) continue ;; esac
    alive=1
    break
  done
  [ -d "$2" ] || alive=
  if [ -n "$alive" ]; then missed=0; continue; fi
  missed=$((missed + 1))
  [ $missed -lt ${CHECKS_WITHOUT_HOLDER} ] && continue
  kill -INT "$1"
  while kill -0 "$1" 2>/dev/null; do sleep 1; done
  [ -d "$2" ] || [ -z "$3" ] || rm -rf "$3"
done
`

/** `external`: the folder of a cluster that is not in the data folder. */
export function startWatchdog(postmaster: number, control: string, external: string | undefined): void {
  if (process.platform === 'win32') return
  spawn('/bin/sh', ['-c', SCRIPT, 'kerf-watchdog', String(postmaster), control, external ?? ''], {
    cwd: '/',
    detached: true,
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
    stdio: 'ignore',
  })
    // Without a shell the postmaster outlives a killed server; the next start finds it.
    .on('error', () => undefined)
    .unref()
}

/** Starts programs of this machine and waits for what they print or serve. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'

/** The first line that a program prints; undefined if it is missing or fails. */
export async function firstLine(program: string, ...args: string[]): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { timeout: 20_000 })
    return stdout.trim().split('\n')[0]
  } catch {
    return undefined
  }
}

export interface Running {
  readonly output: () => string
  stop(): Promise<void>
}

/** Its children end with it: the program gets a process group of its own. */
export function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000)
    })
  child.on('error', error => {
    output += String(error)
  })
  return { output: () => output, stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    return
  }
  await ended
}

/** Repeats `read` until it succeeds, at most 30 seconds. */
export async function retry<T>(read: () => Promise<T>): Promise<T> {
  const end = Date.now() + 30_000
  for (;;)
    try {
      return await read()
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise(resolve => setTimeout(resolve, 200))
    }
}

/** Starts programs of this machine and waits for what they print or serve. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

/** The Python of the system: the modules of the engines are Debian packages. */
export const PYTHON = '/usr/bin/python3'

/** Throws if a program is not on this machine. */
export function requirePrograms(...paths: readonly string[]): void {
  const missing = paths.filter(path => !existsSync(path))
  if (missing.length > 0) throw new Error(`${missing.join(', ')} not installed`)
}

/** The first line that a program prints. Throws an error with the end of its output, such as the name of a missing module. */
export async function firstLine(program: string, ...args: string[]): Promise<string> {
  requirePrograms(program)
  try {
    const { stdout } = await promisify(execFile)(program, args, { timeout: 20_000 })
    return stdout.trim().split('\n')[0] ?? ''
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string }
    throw new Error(stderr?.trim().split('\n').at(-1) || message)
  }
}

export interface Running {
  /** the end of everything it has printed */
  readonly output: () => string
  /** all complete lines of its standard output */
  readonly lines: () => readonly string[]
  /** writes a line to its standard input */
  send(line: string): void
  stop(): Promise<void>
}

/** Its children end with it: the program gets a process group of its own. */
export function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', line => lines.push(line))
  // The program may have ended.
  child.stdin.on('error', () => {})
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000)
    })
  child.on('error', error => {
    output += String(error)
  })
  return {
    output: () => output,
    lines: () => lines,
    send: line => void child.stdin.write(`${line}\n`),
    stop: () => stop(child),
  }
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

/** Runs the programs of docs/openid.md as they stand. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const DOCUMENT = new URL('../../../../docs/openid.md', import.meta.url)
const exitWithParent = new URL('../../../../scripts/bootstrap/exit-with-parent.mjs', import.meta.url).href

const programs = () => [
  ...readFileSync(DOCUMENT, 'utf8').matchAll(/```\w+\n(?:\/\/|#) (\S+)\n([\s\S]*?)```/g),
]

export const programNames = () => programs().map(([, name = '']) => name)

/** The text of the program whose first line is a comment with this name. */
export function readProgram(name: string): string {
  const found = programs().find(([, title]) => title === name)?.[2]
  if (found === undefined) throw new Error(`docs/openid.md has no program ${name}`)
  return found
}

export async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

export interface RunningProgram {
  /** The next line of output that matches. Rejects with the output if the program ends first. */
  line(pattern: RegExp): Promise<RegExpExecArray>
  stop(): Promise<void>
}

export interface ProgramOptions {
  /** folder with the packages that the program imports */
  readonly packages: string
  readonly environment: Readonly<Record<string, string>>
}

export function runProgram(name: string, { packages, environment }: ProgramOptions): RunningProgram {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-quick-start-'))
  const file = join(folder, name)
  writeFileSync(file, readProgram(name))
  symlinkSync(packages, join(folder, 'node_modules'))
  const isPython = name.endsWith('.py')
  const child: ChildProcess = spawn(
    isPython ? 'python3' : process.execPath,
    isPython ? [file] : ['--import', exitWithParent, file],
    {
      env: { PATH: process.env.PATH, PYTHONPATH: process.env.PYTHONPATH, ...environment },
      stdio: ['ignore', 'pipe', 'pipe', ...(isPython ? [] : ['ipc' as const])],
    },
  )
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  const lines: string[] = []
  const errors: string[] = []
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const check of waiting) check()
  }
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', line => {
      lines.push(line)
      wake()
    })
  child.stderr?.on('data', (text: Buffer) => errors.push(text.toString()))
  let hasEnded = false
  child.once('close', () => {
    hasEnded = true
    wake()
  })
  let read = 0
  return {
    line: pattern =>
      new Promise((resolve, reject) => {
        const check = () => {
          for (; read < lines.length; read++) {
            const match = pattern.exec(lines[read] ?? '')
            if (!match) continue
            read++
            waiting.delete(check)
            return resolve(match)
          }
          if (!hasEnded) return
          waiting.delete(check)
          reject(new Error(`${name} ended: ${errors.join('').slice(0, 2_000)}`))
        }
        waiting.add(check)
        check()
      }),
    async stop() {
      child.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

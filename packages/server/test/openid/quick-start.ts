/** Runs the programs of docs/openid.md and docs/openid-libraries.md as they stand. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { createInterface } from 'node:readline'

const DOCUMENTS = ['openid.md', 'openid-libraries.md'].map(
  name => new URL(`../../../../docs/${name}`, import.meta.url),
)
const exitWithParent = new URL('../../../../scripts/bootstrap/exit-with-parent.mjs', import.meta.url).href

const programs = () =>
  DOCUMENTS.flatMap(document => [
    ...readFileSync(document, 'utf8').matchAll(/```\w+\n(?:\/\/|#) (\S+)\n([\s\S]*?)```/g),
  ])

export const programNames = () => programs().map(([, name = '']) => name)

/** The text of the program whose first line is a comment with this name. */
export function readProgram(name: string): string {
  const found = programs().find(([, title]) => title === name)?.[2]
  if (found === undefined) throw new Error(`the documents have no program ${name}`)
  return found
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

/** Writes the programs whose names begin so to a new folder, which the caller removes. */
export function writePrograms(prefix: string, parent: string = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'kerf-quick-start-'))
  for (const name of programNames().filter(one => one.startsWith(prefix))) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, readProgram(name))
  }
  return folder
}

export function runProgram(name: string, { packages, environment }: ProgramOptions): RunningProgram {
  const folder = writePrograms(name)
  symlinkSync(packages, join(folder, 'node_modules'))
  const file = join(folder, name)
  if (name.endsWith('.mjs'))
    return runCommand([process.execPath, '--import', exitWithParent, file], {
      folder,
      environment,
      ipc: true,
    })
  const interpreter = INTERPRETERS[extname(name)] ?? ['sh']
  return runCommand([...interpreter, file], { folder, environment })
}

/** Debian's, which have Debian's libraries. */
const INTERPRETERS: Readonly<Record<string, readonly string[]>> = {
  '.py': ['/usr/bin/python3'],
  '.rb': ['/usr/bin/ruby'],
  // `go run` would leave its program behind.
  '.go': ['sh', '-c', 'GO111MODULE=off GOPATH=/usr/share/gocode go build -o app "$0" && exec ./app'],
}

export interface CommandOptions {
  /** in which it runs; removed when it stops */
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** the program ends with this process */
  readonly ipc?: boolean
}

export function runCommand(
  [command = '', ...args]: readonly string[],
  { folder, environment, ipc = false }: CommandOptions,
): RunningProgram {
  const child: ChildProcess = spawn(command, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? ['ipc' as const] : [])],
  })
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  const lines: string[] = []
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const check of waiting) check()
  }
  for (const stream of [child.stdout, child.stderr])
    if (stream)
      createInterface({ input: stream }).on('line', line => {
        lines.push(line)
        wake()
      })
  child.once('error', error => lines.push(error.message))
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
          reject(new Error(`${command} ${args.join(' ')} ended: ${lines.join('\n').slice(-2_000)}`))
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

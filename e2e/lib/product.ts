/** Starts the built product as its own process with its own embedded database. With `CITUS_URL` it is a distributed database. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CITUS_URL } from '../../packages/server/test/support/citus-cluster.ts'
import { createTestDatabase } from '../../packages/server/test/support/test-database.ts'
import { freePort } from './free-port.ts'

export interface Samples {
  readonly portal: string
  /** below the portal's domain */
  readonly a: string
  /** on another site */
  readonly b: string
}

export interface Product {
  /** as printed, without a trailing slash */
  readonly url: string
  readonly dataDir: string
  /** addresses of the sample apps and of their portal */
  readonly samples: Samples
  /** everything it has printed so far */
  output(): string
  /** Runs the operator's command line against it. Returns its `--json` output. */
  kerf(...commandArguments: string[]): Promise<unknown>
  /** its settings */
  readonly environment: Environment
  /** Stops it as Ctrl-C does and keeps its data. */
  pause(): Promise<void>
  /** Starts it again at the same address with the same data, unless it is running. */
  resume(): Promise<void>
  /** Stops it and removes its data. */
  close(): Promise<void>
}

export type Environment = Readonly<Record<string, string>>

const root = fileURLToPath(new URL('../..', import.meta.url))
const exitWithParent = new URL('../../scripts/bootstrap/exit-with-parent.mjs', import.meta.url).href
/** Only ends a product that hangs. */
const START_TIMEOUT_MS = 300_000

/** The proxy is trusted, so that each browser of a test can have its own IP address and its own rate limits. */
const ENVIRONMENT = {
  NODE_ENV: 'development',
  LOG_LEVEL: 'warn',
  DEVICE_SIMULATOR_PORT: '0',
  TRUSTED_PROXIES: '127.0.0.1',
  // One journey starts it.
  CONSOLE_HOST: 'none',
  // On a busy machine a call that is only slow is answered.
  DATABASE_TIMEOUT_MS: '60000',
  DATABASE_POOL_TIMEOUT_MS: '60000',
  DATABASE_CALL_TIMEOUT_MS: '60000',
}

/** `sibling`: a running product whose database and keys the new one shares. */
export async function startProduct(settings: Environment = {}, sibling?: Product): Promise<Product> {
  const dataDir = sibling?.dataDir ?? mkdtempSync(join(tmpdir(), 'kerf-journeys-'))
  const database = CITUS_URL && !sibling ? await createTestDatabase() : undefined
  const databaseUrl = database?.url ?? sibling?.environment.DATABASE_URL
  const env = {
    ...ENVIRONMENT,
    ...(await developmentSettings()),
    ...settings,
    DATA_DIR: dataDir,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  }
  let running = await run(env)
  let paused = false
  const { url } = running
  return {
    url,
    dataDir,
    samples: running.samples,
    environment: env,
    output: () => running.output(),
    kerf: (...commandArguments) => operate(commandArguments, env),
    async pause() {
      paused = true
      await running.stop()
    },
    async resume() {
      if (!paused) return
      running = await run({ ...env, PORT: new URL(url).port })
      paused = false
    },
    async close() {
      await running.stop()
      await database?.drop()
      if (!sibling) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A port for the product, and origins of pages that tests serve beside it. */
async function developmentSettings(): Promise<Environment> {
  const [port, hostPort] = [await freePort(), await freePort()]
  const origins = [
    `http://stranger.kerf.localhost:${port}`,
    `http://app.kerf.localhost:${hostPort}`,
    `http://app.other.localhost:${hostPort}`,
  ]
  return { PORT: String(port), DEV_ORIGINS: origins.join() }
}

/** The port at which `app.kerf.localhost` and `app.other.localhost` are trusted by a product with these settings. */
export const hostPortOf = ({ DEV_ORIGINS = '' }: Environment): number =>
  Number(new URL(DEV_ORIGINS.split(',').at(-1) ?? '').port)

async function run(env: Environment) {
  const child = spawn(process.execPath, ['--import', exitWithParent, 'packages/server/dist/main.js'], {
    cwd: root,
    env: { ...inherited(), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let written = ''
  const ended = once(child, 'close')
  const ready = Promise.withResolvers<{ url: string; samples: Samples }>()
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      written += text
      // The notes about accounts and addresses follow, between two empty lines.
      const url = /is ready: (http:\S+)\n\n[\s\S]*?\n\n/.exec(written)?.[1]
      if (url) ready.resolve({ url, samples: samplesOf(written) })
    })
  void ended.then(() => ready.reject(new Error(`the product ended before it was ready:\n${written}`)))
  const late = setTimeout(
    () => ready.reject(new Error(`the product does not start:\n${written}`)),
    START_TIMEOUT_MS,
  )
  try {
    return { ...(await ready.promise), output: () => written, stop: () => stop(child, ended) }
  } catch (error) {
    await stop(child, ended)
    throw error
  } finally {
    clearTimeout(late)
  }
}

const samplesOf = (written: string): Samples => {
  const printed = (name: string) => new RegExp(`http://${name}\\.localhost:\\d+`).exec(written)?.[0] ?? ''
  return { portal: printed('passport\\.kerf'), a: printed('a\\.kerf'), b: printed('b\\.other') }
}

interface CommandResult {
  readonly id: number
  readonly code: number
  readonly out: string
  readonly err: string
}

let kerfHost: ChildProcess | undefined
let lastCommandId = 0

function startKerfHost(): ChildProcess {
  const started = fork('e2e/lib/host/kerf-host.mjs', { cwd: root, env: inherited() })
  started.setMaxListeners(0)
  // It ends with this process, which need not wait for it.
  started.unref()
  started.channel?.unref()
  return started
}

/** Runs the operator's command line against a product with these settings. Returns its `--json` output. */
export async function operate(commandArguments: readonly string[], env: Environment): Promise<unknown> {
  kerfHost ??= startKerfHost()
  const host = kerfHost
  const id = ++lastCommandId
  const answered = Promise.withResolvers<CommandResult>()
  const onMessage = (result: CommandResult) => {
    if (result.id === id) answered.resolve(result)
  }
  const onExit = () => answered.reject(new Error(`kerf ${commandArguments.join(' ')} ended its process`))
  host.on('message', onMessage).once('exit', onExit)
  host.send({
    id,
    words: [...commandArguments, '--json'],
    env: { ...inherited(), ...env, KERF_OPERATOR: 'lin' },
  })
  try {
    const { code, out, err } = await answered.promise
    if (code !== 0) throw new Error(`kerf ${commandArguments.join(' ')} ended with ${code}: ${err}`)
    return JSON.parse(out)
  } finally {
    host.off('message', onMessage).off('exit', onExit)
  }
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  await ended
}

/** Environment variables that name locations. No other setting of this process may affect the product. */
function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'USER', 'LD_LIBRARY_PATH', 'PORTAL_FOLDER']
  return Object.fromEntries(names.flatMap(name => (process.env[name] ? [[name, process.env[name]]] : [])))
}

/** Starts the console's process beside a development server, as an installation would run it: without the server's settings. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { loadKeys, readMasterKey } from '../../platform/keys/keys.ts'
import { inviteSecondOperator } from './demo-operators.ts'
import { seedPeople } from './seed-people.ts'

export interface DemoConsole {
  readonly origin: string
  /** for a second operator, who approves; undefined: it was used */
  readonly secondLink: string | undefined
  stop(): Promise<void>
}

/** undefined: there is no console, or its port is in use. `apiPort`: of the server that it asks. */
export async function startConsole(
  config: Config,
  apiPort: number | undefined,
  ownerUrl: string,
): Promise<DemoConsole | undefined> {
  const { consoleOrigin, host, logLevel } = config
  // The program beside that of the server.
  const program = join(dirname(process.argv[1] ?? ''), 'console.js')
  if (consoleOrigin === undefined || apiPort === undefined || !existsSync(program)) return undefined
  const { host: consoleHost, port } = new URL(consoleOrigin)
  const child = fork(program, {
    env: {
      ...{ NODE_ENV: 'development', PATH: process.env.PATH, LOG_LEVEL: logLevel, HOST: host },
      ...{ CONSOLE_HOST: consoleHost, CONSOLE_PORT: port || '80', CONSOLE_API: `127.0.0.1:${apiPort}` },
    },
    execArgv: [],
  })
  const isReady = await Promise.race([
    once(child, 'message').then(() => true),
    once(child, 'exit').then(() => false),
  ])
  if (!isReady) return undefined
  const db = await openDatabase({ url: ownerUrl, poolSize: 1, onError: () => undefined })
  const keys = await loadKeys(db, await readMasterKey(config.masterKey, config.dataDir))
  await seedPeople(db, keys).finally(() => db.close())
  const secret = await inviteSecondOperator(ownerUrl)
  return {
    origin: consoleOrigin,
    secondLink: secret === undefined ? undefined : `${consoleOrigin}/enroll#${secret}`,
    stop: () => stop(child),
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

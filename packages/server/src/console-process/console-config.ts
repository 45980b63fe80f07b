/** Settings of the console's process: few, and none that is a secret (S-174). */
import { fileURLToPath } from 'node:url'
import { ConfigError, consoleOriginOf, consolePortOf } from '../platform/config/config.ts'
import { type Environment, readSettings } from '../platform/config/read-settings.ts'
import { SECRET_SETTINGS } from '../platform/config/secret-files.ts'
import { SETTINGS } from '../platform/config/settings.ts'

export interface ConsoleConfig {
  readonly production: boolean
  /** scheme, host and port that operators type */
  readonly origin: string
  readonly listen: { readonly host: string; readonly port: number }
  /** address of the server that runs the operations */
  readonly api: string
  readonly trustedProxies: readonly string[]
  readonly logLevel: string
  /** the built web application */
  readonly folder: string
}

const CONSOLE_API = { host: '127.0.0.1', port: 8091 }
const FOLDER = fileURLToPath(new URL('../../../console/dist', import.meta.url))

/** Throws a ConfigError that lists every problem. A process that was given a key or a way to the database does not start. */
export function readConsoleConfig(env: Environment, root: string): ConsoleConfig {
  const problems = SECRET_SETTINGS.flatMap(name => [name, `${name}_FILE`])
    .filter(name => env[name]?.trim())
    .map(name => `${name} is set: the console's process must have no key, password or way to the database`)
  // PUBLIC_URL is the portal's, of which the console knows nothing.
  const { nodeEnv, host, port, consoleHost, consolePort, consoleApi, trustedProxies, logLevel } = SETTINGS
  const values = readSettings(
    { nodeEnv, host, port, consoleHost, consolePort, consoleApi, trustedProxies, logLevel },
    { env, root, report: problem => void problems.push(problem) },
  )
  const origin = consoleOriginOf({ ...values, publicUrl: undefined })
  if (origin === undefined) problems.push('CONSOLE_HOST is not set: there is no console')
  if (problems.length > 0) throw new ConfigError(problems)
  const api = values.consoleApi ?? CONSOLE_API
  return {
    production: values.nodeEnv === 'production',
    origin: origin ?? '',
    listen: { host: values.host, port: consolePortOf({ ...values, publicUrl: undefined }) },
    api: `http://${api.host.includes(':') ? `[${api.host}]` : api.host}:${api.port}`,
    trustedProxies: values.trustedProxies,
    logLevel: values.logLevel,
    folder: FOLDER,
  }
}

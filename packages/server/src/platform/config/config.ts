/** Reads the configuration from environment variables and reports every problem at once (R-75). Pure: opens no file and no connection. */
import { resolve } from 'node:path'
import { MACHINE_BRIDGE_PORT } from '@kerf/contract/host/native-calls'
import type { TracingSettings } from '../tracing/start-tracing.ts'
import { findConflicts } from './conflicts.ts'
import { type Environment, readSettings } from './read-settings.ts'
import type { SettingValues } from './setting.ts'
import { SETTINGS } from './settings.ts'
import { type OAuthSettings, readChannels } from './social-channels.ts'

type Values = SettingValues<typeof SETTINGS>

export type HumanCheckKind = NonNullable<Values['humanCheck']>

/** The settings, with some of them combined. Their meaning stands in settings.ts. */
export type Config = Readonly<ReturnType<typeof combineSettings>>

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`Invalid configuration:\n${problems.map(problem => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** Parses and validates the environment. Throws a `ConfigError` that lists every problem. */
export function readConfig(env: Environment, root: string): Config {
  const problems: string[] = []
  const report = (problem: string): void => void problems.push(problem)
  const values = readSettings(SETTINGS, { env, root, report })
  const config = Object.freeze(combineSettings(values, readChannels(env, root, report)))
  problems.push(...findConflicts(config, values))
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

function combineSettings(values: Values, oauth: readonly OAuthSettings[]) {
  const { nodeEnv, drainSeconds, fileStore, deviceSimulatorPort, humanCheck, ...others } = values
  const { recaptchaSiteKey, recaptchaSecret, backupTo, backupHours, backupDays, ...more } = others
  const {
    mailSlots,
    webhookSlots,
    sweepSlots,
    consoleIssuer,
    consoleClientId,
    consoleClientSecret,
    ...settings
  } = more
  const production = nodeEnv === 'production'
  const recaptcha =
    recaptchaSiteKey && recaptchaSecret ? { siteKey: recaptchaSiteKey, secret: recaptchaSecret } : undefined
  const defaultCheck = settings.deployment === 'us' && recaptcha ? 'recaptcha' : 'slider'
  return {
    ...settings,
    production,
    oauth,
    recaptcha,
    humanCheck: humanCheck ?? defaultCheck,
    drainSeconds: drainSeconds ?? (production ? 10 : 0),
    fileStore: fileStore ?? resolve(settings.dataDir, 'files'),
    /** jobs of a process at once, by kind */
    jobSlots: { mail: mailSlots, webhooks: webhookSlots, sweeps: sweepSlots },
    /** undefined: the server makes no backups */
    backups: backupTo === undefined ? undefined : { to: backupTo, hours: backupHours, days: backupDays },
    tracing: combineTracing(values),
    /** where operators work, without a path; undefined: there is no console */
    consoleOrigin: consoleOriginOf(values),
    /** undefined: operators have passkeys only */
    consoleProvider:
      consoleIssuer && consoleClientId && consoleClientSecret
        ? { issuer: consoleIssuer, clientId: consoleClientId, clientSecret: consoleClientSecret }
        : undefined,
    /** Undefined: no machine is simulated. Only one process can listen on the port, so a test has to set it. */
    deviceSimulatorPort:
      production || (nodeEnv === 'test' && deviceSimulatorPort === undefined)
        ? undefined
        : (deviceSimulatorPort ?? MACHINE_BRIDGE_PORT),
  }
}

/** Added to PORT in development. */
const CONSOLE_PORT_DISTANCE = 10
const CONSOLE_PORT = 8090
const NO_CONSOLE = 'none'
type ConsoleValues = Pick<Values, 'nodeEnv' | 'port' | 'publicUrl' | 'consoleHost' | 'consolePort'>

export const consolePortOf = ({ nodeEnv, port, consolePort }: ConsoleValues): number =>
  consolePort ?? (nodeEnv === 'development' && port > 0 ? port + CONSOLE_PORT_DISTANCE : CONSOLE_PORT)

export function consoleOriginOf(values: ConsoleValues): string | undefined {
  const { nodeEnv, publicUrl, consoleHost } = values
  const scheme = nodeEnv === 'production' ? 'https' : 'http'
  if (consoleHost === NO_CONSOLE) return undefined
  if (consoleHost !== undefined) return new URL(`${scheme}://${consoleHost}`).origin
  const isDevelopment = nodeEnv === 'development' && publicUrl === undefined
  return isDevelopment ? `http://console.localhost:${consolePortOf(values)}` : undefined
}

/** OpenTelemetry's standard settings. The exporter itself reads OTEL_EXPORTER_OTLP_TIMEOUT and _COMPRESSION. */
function combineTracing(values: Values): TracingSettings | undefined {
  const { tracesCollector, tracesHeaders, tracesService, tracesSampler, tracesRatio } = values
  const target =
    values.tracesEndpoint ?? (tracesCollector && `${tracesCollector.replace(/\/+$/, '')}/v1/traces`)
  if (values.tracesDisabled || values.tracesExporter === 'none' || target === undefined) return undefined
  return {
    url: target,
    headers: tracesHeaders,
    serviceName: tracesService,
    sampler: tracesSampler,
    ratio: tracesRatio,
  }
}
